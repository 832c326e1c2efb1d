import Testing

@testable import MCPServer

/// The text of answers, in pages.
@Suite struct DataPageTests {
  /// The text of a page between its two marks.
  private static func content(_ pages: DataPage, _ page: Int) throws -> Substring {
    let text = try #require(pages.text(page))
    let mark = try #require(text.firstMatch(of: /-----[0-9a-f]{16}-----/)?.output)
    let parts = text.split(separator: mark + "\n", omittingEmptySubsequences: false)
    try #require(parts.count == 3, "the first line, the data and the end are apart")
    return parts[1]
  }

  @Test(arguments: [1, 100, 15_999, 16_000, 40_000]) func pagesHoldEveryByteOnce(length: Int) throws {
    let lines = (0..<20).map { number in String(repeating: "é\(number) ", count: length / 8 + 1) }
    let pages = DataPage(lines.joined(separator: "\n"))
    let all = try (1...pages.count).map { try Self.content(pages, $0) }.joined()
    #expect(all.filter { $0 != "\n" } == lines.joined().filter { $0 != "\n" })
    for page in 1...pages.count { #expect(try Self.content(pages, page).utf8.count <= DataPage.limit + 1) }
    #expect(pages.text(0) == nil && pages.text(pages.count + 1) == nil)
  }

  @Test func theMarkCannotBeGuessedAndTheEndNamesTheNextPage() throws {
    let pages = DataPage(String(repeating: String(repeating: "x", count: 99) + "\n", count: 400))
    let marks = Set(try (0..<8).map { _ in try #require(pages.text(1)?.firstMatch(of: /-----[0-9a-f]{16}-----/)?.output) })
    #expect(marks.count == 8)
    #expect(pages.count > 1 && pages.text(1)?.contains("\"page\": 2") == true)
    #expect(pages.text(pages.count)?.contains("Call the tool again") == false)
  }

  @Test func controlCharactersAreVisibleAndReasonsAreOneShortLine() {
    #expect(DataPage("a\u{1b}[31mb").text(1)?.contains("\u{1b}") == false)
    let clause = DataPage.clause("two\nlines " + String(repeating: "x", count: 5000))
    #expect(!clause.contains("\n") && clause.count == 1000)
  }
}
