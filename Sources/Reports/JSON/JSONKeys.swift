import JSONText

/// The keys of an object.
struct JSONKeys {
  private let value: JSONValue

  /// Takes the keys of `value`, which has none unless it is an object.
  init(_ value: JSONValue) { self.value = value }

  /// The number of keys.
  var count: Int { value.members.reduce(0) { count, _ in count + 1 } }

  /// Returns whether the object has a key.
  func has(_ name: String) -> Bool { value.members.contains { $0.key.equals(name) } }
}
