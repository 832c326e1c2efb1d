import JSONText
import Testing

@testable import MCPServer

/// Lines of JSON-RPC 2.0, and what is wrong with them.
@Suite struct RPCMessageTests {
  private static func message(_ line: String) throws -> RPCMessage? { try RPCMessage(parsing: Array(line.utf8)) }

  @Test func aRequestHasAnIDAMethodAndParameters() throws {
    let message = try #require(
      try Self.message(#"{"jsonrpc":"2.0","id":"a\u0041","method":"tools/call","params":{"name":"find"}}"#))
    #expect(message.id == Array(#""a\u0041""#.utf8), "the ID goes back byte for byte")
    for (spelled, answered) in [
      ("007", "7"), ("12", "12"), ("\"a\u{1}\"", "\"a\\u0001\""), (#""\'\q""#, #""'q""#),
    ] {
      let odd = try #require(try Self.message("{\"jsonrpc\":\"2.0\",\"id\":\(spelled),\"method\":\"ping\"}"))
      #expect(odd.id == Array(answered.utf8), "\(spelled)")
    }
    #expect(message.method == "tools/call" && message.parameters?["name"]?.string == "find")
  }

  @Test func aNotificationHasNoIDAndAResponseIsNothing() throws {
    let notification = try #require(try Self.message(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#))
    #expect(notification.id == nil && notification.parameters == nil)
    #expect(try Self.message(#"{"jsonrpc":"2.0","id":4,"result":{}}"#) == nil)
    #expect(try Self.message(#"{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":"x"}}"#) == nil)
  }

  @Test(arguments: [
    ("", RPCError.Code.parse, "null"), ("{", .parse, "null"), ("nonsense", .parse, "null"), ("{} {}", .parse, "null"),
    ("[]", .invalidRequest, "null"), ("3", .invalidRequest, "null"),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, .invalidRequest, "null"),
    (#"{"jsonrpc":"2.0","id":[1],"method":"x"}"#, .invalidRequest, "null"),
    (#"{"id":7,"method":"x"}"#, .invalidRequest, "7"), (#"{"jsonrpc":"1.0","id":7,"method":"x"}"#, .invalidRequest, "7"),
    (#"{"jsonrpc":"2.0","id":7}"#, .invalidRequest, "7"), (#"{"jsonrpc":"2.0","id":7,"method":3}"#, .invalidRequest, "7"),
    (#"{"jsonrpc":"2.0","id":7,"method":"x","params":[1]}"#, .invalidParameters, "7"),
  ]) func whatIsNoMessageIsAnsweredWithItsFlaw(line: String, code: RPCError.Code, id: String) {
    do {
      _ = try Self.message(line)
      Issue.record("\(line) was accepted")
    } catch {
      let flaw = error as? RPCMessage.Flaw
      #expect(flaw?.error.code == code && flaw.map { String(decoding: $0.id, as: UTF8.self) } == id, "\(line)")
    }
  }

  @Test func anAnswerIsOneLineWithTheIDOfItsRequest() {
    let error = RPCError(.unknownMethod, "no \"such\"\nmethod", data: ["key": "value"])
    let line = String(decoding: RPCAnswer.error(error, to: Array("7".utf8)), as: UTF8.self)
    #expect(line.hasSuffix("\n") && line.count { $0 == "\n" } == 1)
    let root = JSONDocument(Array(line.utf8)).root
    #expect(root?["id"]?.int == 7 && root?["error"]?["code"]?.int == -32601)
    #expect(root?["error"]?["message"]?.string == "no \"such\"\nmethod" && root?["error"]?["data"]?["key"]?.string == "value")
    let complete = String(decoding: RPCAnswer.result([:], to: Array("7".utf8), isWithoutSession: true), as: UTF8.self)
    #expect(JSONDocument(Array(complete.utf8)).root?["result"]?["resultType"]?.string == "complete")
  }

  @Test func aRequestWithoutSessionNamesARevisionThatIsSupported() throws {
    func revision(_ name: String, capabilities: Bool = true) throws -> Bool {
      let more = capabilities ? #","io.modelcontextprotocol/clientCapabilities":{}"# : ""
      let meta = #"{"io.modelcontextprotocol/protocolVersion":"\#(name)"\#(more)}"#
      let line = #"{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":\#(meta)}}"#
      return try ProtocolRevision.isWithoutSession(try #require(try Self.message(line)))
    }
    #expect(try revision("2026-07-28"))
    #expect(throws: RPCError.self) { try revision("2025-11-25") }
    #expect(throws: RPCError.self) { try revision("2026-07-28", capabilities: false) }
    let plain = try #require(try Self.message(#"{"jsonrpc":"2.0","id":1,"method":"x","params":{}}"#))
    #expect(try !ProtocolRevision.isWithoutSession(plain))
    #expect(ProtocolRevision.negotiated("2025-06-18") == "2025-06-18" && ProtocolRevision.negotiated("1999") == "2025-11-25")
  }
}
