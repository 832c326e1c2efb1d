import Testing

@testable import Pages

/// Text of reports in HTML.
@Suite struct MarkupTests {
  private static func html(_ write: (inout Markup) -> Void) -> String {
    var page = Markup()
    write(&page)
    return String(decoding: page.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("plain", "plain"), ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("&lt;", "&amp;lt;"),
    ("\" onload='x'", "&quot; onload=&#39;x&#39;"), ("a\u{1B}[2J\u{7}", "a\u{241B}[2J\u{2407}"), ("\u{202E}gnp", "\\u{202E}gnp"),
    ("a\nb\tc", "a\nb\tc"), ("é 🧺", "é 🧺"), ("-->]]>", "--&gt;]]&gt;"), ("a\u{2028}b", "a\\u{2028}b"),
  ])
  func textIsNoMarkup(text: String, expected: String) {
    #expect(Self.html { $0.text(text) } == expected)
    #expect(Self.html { $0.element("p", ["title": text], text) } == "<p title=\"\(expected)\">\(expected)</p>")
  }

  @Test func backticksEncloseCode() {
    var page = Markup()
    page.prose("add it with `store add <x>`, or")
    #expect(String(decoding: page.bytes, as: UTF8.self) == "add it with <code>store add &lt;x&gt;</code>, or")
    var odd = Markup()
    odd.prose("one ` only")
    #expect(String(decoding: odd.bytes, as: UTF8.self) == "one ` only")
  }

  @Test func attributes() {
    #expect(Self.html { $0.open("details", ["open": "", "class": nil, "id": "t1"]) } == "<details open id=\"t1\">")
    #expect(Self.html { $0.element("ul") { $0.element("li", [:], "1 < 2") } } == "<ul><li>1 &lt; 2</li></ul>")
  }

  @Test(arguments: [
    (0, 3, "0"), (1, 3, "33.333"), (2, 3, "66.667"), (3, 3, "100"), (1, 8, "12.5"), (1, 1000, "0.1"), (5, 0, "0"), (9, 3, "100"),
    (-1, 3, "0"), (1, .max, "0"),
  ])
  func percentages(part: Int, whole: Int, expected: String) { #expect(Coordinate.percent(part, of: whole) == expected) }

  /// Anchors are letters and digits, the same in every run, and others for others.
  @Test func anchors() {
    let names = ["a", "b", "</a>", "a#0"]
    #expect(Set(names.map(Anchor.group)).count == names.count)
    for name in names {
      #expect(Anchor.group(name).wholeMatch(of: /g[0-9a-f]{1,10}/) != nil)
      #expect(Anchor.prefix(path: name, part: 0) != Anchor.prefix(path: name, part: 1))
    }
  }

  @Test(arguments: [
    ("a.html", "./a.html"), ("a b&c#d.html", "./a%20b%26c%23d.html"), ("javascript:alert(1)", "./javascript%3aalert%281%29"),
    ("../x", "./../x"), ("é", "./%c3%a9"), ("\"><b>", "./%22%3e%3cb%3e"),
  ])
  func addressesOfPagesAreRelative(path: String, expected: String) {
    #expect(SummaryPage.address(of: Array(path.utf8)) == expected)
  }

  @Test(arguments: [
    ("a.html", "./index.html"), ("sub/a b.html", "./../index.html"), ("a/b/c.html", "./../../index.html"),
  ])
  func theIndexIsAboveItsPages(path: String, expected: String) {
    #expect(ReportPage.address(ofIndex: Array("index.html".utf8), from: Array(path.utf8)) == expected)
  }

  @Test func partsOfAnInputHaveAnchors() {
    let links = ReportLinks(["in/a.json": "./a.json.html"])
    #expect(links["in/a.json"] == "./a.json.html" && links["in/b.json"] == nil && links["in/a.json#x"] == nil)
    #expect(links["in/a.json#2"] == "./a.json.html#" + Anchor.prefix(path: "in/a.json", part: 2))
  }
}
