import JSONText

/// What stands around the reports of an input: a list of items, some of which may be reports.
struct ReportContainer {
  struct Item {
    /// Its bytes.
    let payload: Range<Int>
    /// A description for people of an item that is no report.
    let what: String
    /// The number of bytes of the payload, if the container states it.
    let length: JSONValue?
  }

  /// The items in order, at least one.
  let items: [Item]
  /// The position after the last one.
  let end: Int
}
