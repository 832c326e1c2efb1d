import JSONText
import Testing

@testable import Reports

@Suite struct JSONBodyTests {
  private static let text = Array(#"[{"a": 1}, {"threads": [{"frames": [1, 2]}], "b": "x"}] "#.utf8)

  @Test func aFoldedBodyIsTheSameValue() throws {
    let value = try #require(JSONDocument(Self.text).root)
    let folded = JSONBody(value).folded(from: 1)
    #expect(folded.value.range == value.range && folded.value.document !== value.document)
    #expect(folded.value.elements.map(\.range) == value.elements.map(\.range))
    #expect(folded.value.document.isWellFormed == value.document.isWellFormed)
  }

  @Test func aSmallBodyAndAPartOfADocumentStay() throws {
    let value = try #require(JSONDocument(Self.text).root)
    #expect(JSONBody(value).folded().value.document === value.document)
    let part = try #require(Array(value.elements).last)
    #expect(JSONBody(part).folded(from: 1).value.document === value.document)
  }
}
