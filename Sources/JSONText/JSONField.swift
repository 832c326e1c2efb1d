/// The keys to read of many objects of one kind: an enumeration with integer raw values from 0, best in the order in which
/// writers emit the keys.
///
/// Example: `enum FrameField: Int, JSONField { case offset, image; var name: String { ... } }`
@usableFromInline package protocol JSONField: RawRepresentable, CaseIterable, Sendable where RawValue == Int {
  /// The key.
  var name: String { get }
}
