import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct JSONDocumentTests {
  private func parse(_ text: String) -> JSONDocument { JSONDocument(Array(text.utf8)) }

  @Test func valuesAreFoundByKeyTheLastOfTwo() throws {
    let root = try #require(parse(#"{"a": 1, "b": {"c": [true, null, "x"]}, "a": 2}"#).root)
    #expect(root["a"]?.int == 2)
    #expect(root["b"]?["c"]?.elements.map { $0.kind } == [.bool, .null, .string])
    #expect(root["missing"] == nil)
  }

  @Test(arguments: ["-inf", "-nan", "-infinity", "0x10", "1.", "01", "1e", "-"])
  func whatIsNoNumberOfJSONsHasNoValue(_ text: String) throws {
    let value = try #require(parse("[\(text)]").root?.elements.first { _ in true })
    #expect(value.double == nil && value.bool == nil)
  }

  @Test(arguments: [("0", 0), ("-1.5e3", -1500), ("12", 12)] as [(String, Double)])
  func numbersHaveAValue(_ text: String, _ number: Double) { #expect(parse(text).root?.double == number) }

  private enum Field: Int, JSONField {
    case first, second

    var name: String { self == .first ? "a" : "b" }
  }

  @Test func aRowHasTheMembersOfOneObjectAfterTheOtherTheLastOfTwo() throws {
    let root = try #require(parse(#"[{"b":"x","c":1,"a":2,"a":3},{"a":4}]"#).root)
    var row = JSONRow(Field.self)
    var read: [[String?]] = []
    for element in root.elements {
      row.read(element)
      read.append([row.int(.first).map(String.init), row.string(.second)])
    }
    #expect(read == [["3", "x"], ["4", nil]])
  }

  @Test func everyValueKnowsItsBytes() throws {
    let text = #"  {"key" : [12, "a\"b"] , "n":-1.5e3}  "#
    let document = parse(text)
    let root = try #require(document.root)
    let bytes = Array(text.utf8)
    func slice(_ value: JSONValue?) -> String? { value.map { String(decoding: bytes[$0.range], as: UTF8.self) } }
    #expect(slice(root) == text.trimmingCharacters(in: .whitespaces))
    #expect(slice(root["key"]) == #"[12, "a\"b"]"#)
    #expect(root["key"]?.elements.map { slice($0) ?? "" } == ["12", #""a\"b""#])
    #expect(slice(root["n"]) == "-1.5e3")
    #expect(document.end == bytes.count - 2)
  }

  @Test func keysWithEscapesAreFoundByWhatTheyMean() {
    #expect(parse(#"{"na\u006de": 1}"#).root?["name"]?.int == 1)
  }

  @Test(arguments: [
    (#""a\nb\t\"\\\/""#, "a\nb\t\"\\/"), (#""\u00e9\ud83d\ude00""#, "é😀"), (#""\ud83d x""#, "\u{FFFD} x"),
    (#""\u12""#, "\u{FFFD}12"), (#""\q""#, "q"),
  ])
  func escapesAreUndone(text: String, expected: String) {
    #expect(parse(text).root?.string == expected)
  }

  @Test func invalidUTF8IsReplaced() {
    #expect(JSONDocument(Array("{\"a\": \"x".utf8) + [0xff] + Array("y\"}".utf8)).root?["a"]?.string == "x\u{FFFD}y")
  }

  @Test func integersOf64BitsAreExactAndLargerOnesHaveNoValue() throws {
    let text = "[18446744073709551615, 18446744073709551616, -9223372036854775808, -1, 1.0, 1e2]"
    let values = try #require(parse(text).root).elements.map { $0 }
    #expect(values.map { $0.uint64 } == [.max, nil, nil, nil, nil, nil])
    #expect(values.map { $0.int64 } == [nil, nil, .min, -1, nil, nil])
    #expect(values.map { $0.bits } == [.max, nil, 1 << 63, .max, nil, nil])
    #expect(values.last?.double == 100)
  }

  @Test(arguments: [
    (#"{"a": [1, 2,], "b": 3,}"#, JSONError.Kind.trailingComma, 2, 3), (#"{"a": [1 2] "b": 3}"#, .missingComma, 2, 3),
    (#"{"a": [1, 2]], "b": 3}"#, .unexpectedByte(UInt8(ascii: "]")), 2, 3), (#"{"a": [1, 2], "b": 3, "c"#, .endsEarly, 2, 3),
    (#"{"a": [1, 2], "b" 3}"#, .missingColon, 2, 3), (#"{"a": [1, 2], "c": @x@, "b": 3}"#, .badWord, 2, 3),
    (#"{"a": [1, 2], "c":, "b": 3}"#, .missingValue, 2, 3), (#"{"a": [1, 2], 7, "b": 3}"#, .missingKey, 2, 3),
  ])
  func aFlawCostsWhatItTouches(text: String, kind: JSONError.Kind, count: Int, value: Int) throws {
    let document = parse(text)
    let root = try #require(document.root)
    #expect(document.firstError?.kind == kind)
    #expect(root["a"]?.elements.compactMap { $0.int }.count == count)
    #expect(root["b"]?.int == value)
  }

  @Test func aNumberAtTheEndOfATextThatIsCutOffIsNotBelieved() {
    let document = parse("{\"a\": 1,\n\"b\": 429")
    #expect(document.root?["a"]?.int == 1)
    #expect(document.root?["b"]?.kind == .missing)
    #expect(document.root?.isClosed == false)
    #expect(document.firstError == JSONError(.endsEarly, byte: 17, line: 2))
  }

  @Test func nestingBeyondTheLimitIsSkipped() {
    let deep = String(repeating: "[", count: 1_000_001) + String(repeating: "]", count: 1_000_001)
    let document = parse("{\"deep\": \(deep), \"after\": 1}")
    #expect(document.firstError?.kind == .tooDeep)
    #expect(document.root?["after"]?.int == 1)
    #expect(parse(String(repeating: "[{\"a\":", count: 100_000)).root?.isClosed == false)
  }

  @Test func theScanStopsAfterTheFirstValueAndInsideARange() {
    let bytes = Array("{\"a\":1} {\"b\":2}".utf8)
    let second = JSONDocument(bytes, in: 7..<bytes.count)
    #expect(second.root?["b"]?.int == 2)
    #expect(JSONDocument(bytes, in: 0..<4).firstError?.kind == .endsEarly)
    #expect(parse("   ").root == nil)
  }

  @Test func stringsAreWrittenSoThatTheyReadTheSame() throws {
    for text in ["", "a\"b\\c\n\r\t\u{1}\u{7f}", "é😀\u{2028}"] {
      let written = JSONString.encode(text)
      #expect(JSONDocument(Array(written.utf8)).root?.string == text)
      let read = try JSONSerialization.jsonObject(with: Data(written.utf8), options: .fragmentsAllowed) as? String
      #expect(read == text)
    }
  }
}
