import Testing

@testable import JSONText

/// The one writer of JSON.
@Suite struct JSONWriterTests {
  private static func text(_ layout: JSONWriter.Layout, _ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(layout)
    writer.beginObject()
    write(&writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// One member of every kind.
  private static func everything(_ writer: inout JSONWriter) {
    writer.member("text", "a")
    writer.member("quoted", "\"\\\n\r\t\u{1B}\u{7F}\u{202E}é😀")
    writer.member("nothing", nil as String?)
    writer.member("small", 0)
    writer.member("large", UInt64.max)
    writer.member("negative", Int64.min)
    writer.member("flag", true)
    writer.hexMember("address", 0x1_0000_4c18)
    writer.member("texts", ["x", "y"])
    writer.member("noTexts", [])
    writer.object("empty") { $0.object("inner") { _ in } }
    writer.object("object") { $0.member("line", UInt32(7)) }
    writer.array("array", [1, 2]) { $0.member("n", $1) }
    writer.array("noArray", [Int]()) { $0.member("n", $1) }
    writer.list("list", [[1, 2], []]) { $0.values($1) }
    writer.list("noList", [Int]()) { $0.value($1) }
    writer.key(text: "a\"b")
    writer.value(raw: Array("[1.50]".utf8))
    writer.key("null")
    writer.writeNull()
  }

  @Test func everyKindOfMemberOnOneLine() {
    #expect(
      Self.text(.line, Self.everything)
        == #"{"text":"a","quoted":"\"\\\n\r\t\u001b\u007f\u202eé😀","small":0,"large":18446744073709551615,"#
        + #""negative":-9223372036854775808,"flag":true,"address":"0x100004c18","texts":["x","y"],"object":{"line":7},"#
        + #""array":[{"n":1},{"n":2}],"list":[[1,2],[]],"noList":[],"a\"b":[1.50],"null":null}"#)
  }

  @Test func indentedTextSaysTheSame() {
    let text = Self.text(.indented, Self.everything)
    #expect(text.hasPrefix("{\n  \"text\": \"a\",\n  \"quoted\": "))
    #expect(text.contains("  \"array\": [\n    {\n      \"n\": 1\n    },\n"))
    #expect(text.contains("  \"list\": [\n    [\n      1,\n      2\n    ],\n    []\n  ],\n  \"noList\": [],\n"))
    #expect(text.hasSuffix("\n  \"null\": null\n}"))
    #expect(
      text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined().replacing(": ", with: ":")
        == Self.text(.line, Self.everything))
  }

  @Test func anObjectWithoutMembersLeavesNothing() {
    #expect(Self.text(.line) { $0.object("a") { _ in } } == "{}")
    let text = Self.text(.line) { writer in
      writer.object("a") { _ in }
      writer.member("b", 1)
      writer.object("c") { _ in }
      writer.member("d", 2)
    }
    #expect(text == #"{"b":1,"d":2}"#)
  }

  @Test func dataOfAPageEndsNoElement() {
    let text = Self.text(.page) { writer in
      writer.member("a", "</script><!--&'\"\\")
      writer.list("b", ["x\ny", "\u{1B}\u{2028}"]) { $0.value($1) }
    }
    #expect(text == #"{"a":"\u003c/script\u003e\u003c!--\u0026\u0027\"\\","b":["x\ny","\u001b\u2028"]}"#)
  }

  @Test func deepLevelsAreNotIndentedFurther() {
    var writer = JSONWriter(.indented)
    for _ in 0..<1000 { writer.beginArray() }
    for _ in 0..<1000 { writer.endArray() }
    #expect(writer.bytes.count < 200_000)
    #expect(writer.bytes.filter { $0 == UInt8(ascii: "[") }.count == 1000)
  }

  @Test func oneElementStandsAloneAndSeveralAreAnArray() {
    func text(_ numbers: [Int]) -> String { String(decoding: JSONWriter.objects(numbers) { $0.value($1) }, as: UTF8.self) }
    #expect(text([1]) == "1\n")
    #expect(text([1, 2]) == "[\n  1,\n  2\n]\n")
    #expect(text([]) == "[]\n")
  }
}
