/// What is wanted of many objects of one kind: an enumeration of integers that counts its cases from 0, best in the order in which
/// writers put the members.
///
/// Example: `enum FrameField: Int, JSONField { case offset, image; var name: String { ... } }`
public protocol JSONField: RawRepresentable, CaseIterable, Sendable where RawValue == Int {
  /// The member's name.
  var name: String { get }
}
