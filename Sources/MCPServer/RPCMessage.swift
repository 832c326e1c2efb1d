internal import JSONText

/// A message of JSON-RPC 2.0, as a line of input holds it.
struct RPCMessage: Sendable {
  /// The ID as it was received, or nil for a notification.
  let id: [UInt8]?
  let method: String
  /// The parameters, or nil without any.
  let parameters: JSONValue?

  /// A line that is no message, with the answer's ID.
  struct Flaw: Error {
    /// The ID of the message, `null` if it cannot be read.
    var id = Array("null".utf8)
    /// The problem.
    let error: RPCError
  }

  /// Parses a line. Returns nil for a response, which nobody asked for.
  init?(parsing line: [UInt8]) throws(Flaw) {
    let document = JSONDocument(line)
    let rest = line[min(document.end, line.count)...]
    guard let root = document.root, document.isWellFormed, rest.allSatisfy({ $0 <= 0x20 }) else {
      throw Flaw(error: RPCError(.parse, "not a JSON value on one line"))
    }
    guard root.kind == .object else {
      throw Flaw(error: RPCError(.invalidRequest, "a message is an object; batches are not supported"))
    }
    let id = root["id"].flatMap { Self.id($0, in: line) }
    if root["method"] == nil, root["result"] != nil || root["error"] != nil { return nil }
    if let value = root["id"], value.kind != .string, value.int64 == nil {
      throw Flaw(error: RPCError(.invalidRequest, "the ID is neither a string nor a whole number"))
    }
    guard root["jsonrpc"]?.string == "2.0", let method = root["method"]?.string else {
      throw Flaw(id: id ?? Array("null".utf8), error: RPCError(.invalidRequest, "not a message of JSON-RPC 2.0 with a method"))
    }
    if let value = root["params"], value.kind != .object {
      throw Flaw(id: id ?? Array("null".utf8), error: RPCError(.invalidParameters, "params is not an object"))
    }
    self.id = id
    self.method = method
    parameters = root["params"]
  }

  /// The ID as it is spelled. The reader takes more than the grammar of JSON allows, `007` and `"\'"` for example, which would be no JSON in
  /// the answer: that is written anew.
  private static func id(_ value: JSONValue, in line: [UInt8]) -> [UInt8]? {
    let (number, text) = (value.int64, value.string)
    guard number != nil || text != nil else { return nil }
    let spelled = Array(line[value.range])
    if (try? JSONDocument(strictly: spelled)) != nil { return spelled }
    guard let text else { return number.map { Array("\($0)".utf8) } }
    var writer = JSONWriter(.line)
    JSONItem.string(text).write(to: &writer)
    return writer.bytes
  }
}

/// An error of the protocol.
struct RPCError: Error, Sendable {
  /// The codes of JSON-RPC 2.0, section 5.1, and of the Model Context Protocol.
  enum Code: Int, Sendable {
    /// The line is no JSON.
    case parse = -32700
    /// The JSON is no message, or comes at the wrong time.
    case invalidRequest = -32600
    /// There is no such method.
    case unknownMethod = -32601
    /// The parameters do not fit the method.
    case invalidParameters = -32602
    /// The revision of the protocol is not supported (2026-07-28).
    case unsupportedRevision = -32022
  }

  let code: Code
  /// The problem, one clause.
  let message: String
  /// More for programs, or nil.
  var data: JSONItem?

  /// Describes a problem.
  init(_ code: Code, _ message: String, data: JSONItem? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// The member `error` of an answer.
  var item: JSONItem {
    let base: JSONItem = ["code": .number(code.rawValue), "message": .string(message)]
    return data.map { base.adding([("data", $0)]) } ?? base
  }
}
