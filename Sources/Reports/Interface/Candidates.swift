import JSONText

/// A JSON value that may be a report.
struct JSONCandidate {
  /// The value, an object.
  let value: JSONValue
  /// The keys of the object.
  let keys: JSONKeys
  /// The value before it if the two may make one report of the format that is asked, or nil otherwise.
  let header: JSONValue?

  /// Prepares to ask about an object.
  init(_ value: JSONValue, header: JSONValue? = nil) {
    self.value = value
    self.header = header
    keys = JSONKeys(value)
  }
}

/// An input that may hold reports that are not JSON.
struct TextCandidate {
  /// The whole input.
  let bytes: [UInt8]
  /// The position of the first byte that is neither a byte order mark nor blank.
  let start: Int
  /// Whether the input begins with a brace or bracket, as those of many loggers do.
  let opensLikeJSON: Bool
  /// A JSON value that is the first part of a report of which the second is not JSON, or nil if there is none.
  var header: JSONValue?
  /// Whether nothing follows `header`.
  var isHeaderLast = false
  /// The images of earlier inputs.
  let known: KnownImages?
  /// The number of layers that were removed around the text.
  var depth = 0
}
