/// A value of a report that no other field of the model has, under its own path.
package struct OtherValue: Sendable {
  /// The keys and indexes that lead to it, as in `threads[2].frames[0].size`; in text, the key of the line.
  package var path: String
  /// The value in the report.
  package var value: ReportValue

  /// Names a value.
  package init(path: String, value: ReportValue) {
    self.path = path
    self.value = value
  }
}
