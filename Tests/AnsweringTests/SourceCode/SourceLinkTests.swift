import Answering
import Testing

/// Links to source lines.
@Suite struct SourceLinkTests {
  @Test(arguments: [
    ("https://x/blob/v1/{path}#L{line}", "Sources/Cart.swift", "https://x/blob/v1/Sources/Cart.swift#L12"),
    ("https://x/blob/v1/{path}#L{line}", "/src/Cart.swift", "https://x/blob/v1/src/Cart.swift#L12"),
    ("vscode://file{path}:{line}", "/src/Cart.swift", "vscode://file/src/Cart.swift:12"),
    ("x:{path}?again={path}", "a b/ü%#?&(1).m", "x:a%20b/%C3%BC%25%23%3F%26%281%29.m?again=a%20b/%C3%BC%25%23%3F%26%281%29.m"),
    ("x:{path}", "C:\\src\\a.cpp", "x:C%3A/src/a.cpp"),
    ("https://x/ü <{path}>\u{1B}\n{other}", "a", "https://x/%C3%BC%20<a>%1B%0A{other}"),
    ("x:{path}", "a\u{1B}]8;;\n{line}", "x:a%1B%5D8%3B%3B%0A%7Bline%7D"),
  ])
  func pathsAreEncoded(template: String, path: String, expected: String) throws {
    #expect(try #require(SourceLink(parsing: template)).url(path: path, line: 12) == expected)
  }

  @Test(arguments: ["", "https://x/", "{line}", "{Path}"]) func aTemplateNeedsAPath(template: String) {
    #expect(SourceLink(parsing: template) == nil)
  }
}
