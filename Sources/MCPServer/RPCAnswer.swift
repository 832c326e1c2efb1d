internal import JSONText

/// Answers to requests, one line each.
enum RPCAnswer {
  /// Returns the answer with a result. In revisions without sessions each result says that it is complete.
  static func result(_ item: JSONItem, to id: [UInt8], isWithoutSession: Bool) -> [UInt8] {
    line(id, ("result", isWithoutSession ? item.adding([("resultType", "complete")]) : item))
  }

  /// Returns the answer with an error.
  static func error(_ error: RPCError, to id: [UInt8]) -> [UInt8] { line(id, ("error", error.item)) }

  private static func line(_ id: [UInt8], _ member: (key: String, value: JSONItem)) -> [UInt8] {
    var writer = JSONWriter(.line)
    JSONItem.object([("jsonrpc", "2.0"), ("id", .raw(id)), member]).write(to: &writer)
    writer.endLine()
    return writer.bytes
  }
}
