import JSONText
import Testing

@testable import MCPServer

/// Arguments of calls, checked against the definitions of the tools.
@Suite struct ToolArgumentsTests {
  private static let tool = ToolDefinition.all[0]

  private static func arguments(_ json: String, for tool: ToolDefinition = tool) throws -> ToolArguments {
    try ToolArguments(JSONDocument(Array(json.utf8)).root, for: tool)
  }

  /// The reason why something is refused; nil when it is not.
  private static func reason(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return (error as? ToolArguments.Mistake)?.reason }
  }

  @Test func everyToolRefusesUnknownArgumentsAndWhatIsNoObject() throws {
    for tool in ToolDefinition.all {
      #expect(
        Self.reason { _ = try Self.arguments(#"{"zq": 1}"#, for: tool) }?.hasPrefix("unknown argument 'zq'; \(tool.name)") == true
      )
      #expect(Self.reason { _ = try Self.arguments("[1]", for: tool) } == "the arguments are not an object")
      for parameter in tool.parameters { _ = try Self.arguments("{\"\(parameter.name)\": null}", for: tool) }
    }
  }

  @Test func valuesHaveTheirTypes() throws {
    let name = try #require(Self.tool.parameters.first?.name)
    func with(_ value: String) throws -> ToolArguments { try Self.arguments("{\"\(name)\": \(value)}") }
    #expect(try with(#""x""#).required(name) == "x" && with(#""x""#).text(name) == "x")
    #expect(Self.reason { _ = try with("3").text(name) } == "'\(name)' is not a string")
    #expect(Self.reason { _ = try with(#""""#).required(name) } == "'\(name)' is missing")
    #expect(Self.reason { _ = try Self.arguments("{}").required(name) } == "'\(name)' is missing")
    #expect(try with("3").number(name, from: 1) == 3 && Self.arguments("{}").number(name, from: 1) == nil)
    for wrong in ["0", "-1", "1.5", #""3""#, "99999999999999999999"] {
      #expect(
        Self.reason { _ = try with(wrong).number(name, from: 1) } == "'\(name)' is not a whole number of 1 or more", "\(wrong)")
    }
    #expect(try with(#""b""#).choice(name, ["a", "b"]) == "b" && Self.arguments("{}").choice(name, ["a", "b"]) == "a")
    #expect(Self.reason { _ = try with(#""c""#).choice(name, ["a", "b"]) } == "'\(name)' is not one of a, b")
    #expect(try with(#"["a", "b"]"#).texts(name, limit: 2) == ["a", "b"])
    for wrong in ["[]", "3", "[1]", #"["a", "b", "c"]"#] {
      #expect(Self.reason { _ = try with(wrong).texts(name, limit: 2) } != nil)
    }
  }
}
