import Testing

@testable import Rendering

/// Nothing of a report is markup in GitHub-flavoured Markdown.
struct MarkdownTextTests {
  @Test(arguments: [
    ("Shop 4.2.0 (1187)", "Shop 4.2.0 (1187)"), ("EXC_BAD_ACCESS", "EXC_BAD_ACCESS"), ("iPhone14,5", "iPhone14,5"),
    ("_emphasis_", "`_emphasis_`"), ("(_emphasis_)", "`(_emphasis_)`"), ("a __b__", "`a __b__`"), ("**bold**", "`**bold**`"),
    ("<b>x</b>", "`<b>x</b>`"), ("@somebody", "`@somebody`"), ("fixes #1", "`fixes #1`"), (":tada:", "`:tada:`"),
    ("www.example.com", "`www.example.com`"), ("https://example.com", "`https://example.com`"), ("a|b", "`a|b`"),
    ("&lt;", "`&lt;`"), ("[x](y)", "`[x](y)`"), ("back\\slash", "`back\\slash`"), ("", ""),
  ])
  func wordsArePlainOrCode(text: String, expected: String) { #expect(MarkdownText.inline(text) == expected) }

  @Test(arguments: [
    ("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("``a`", "``` ``a` ```"), (" a ", "`  a  `"), ("a\nb\tc", "`a b c`"),
    ("a\u{1B}[2J\rb", "`a␛[2J␍b`"),
  ])
  func codeSpansHoldAnything(text: String, expected: String) { #expect(MarkdownText.code(text) == expected) }

  @Test func fencesAreLongerThanWhatTheyHold() {
    #expect(MarkdownText.fence(["a", "````b"]) == ["`````", "a", "````b", "`````"])
    #expect(MarkdownText.fence(["one\r\ntwo\n```\n"], language: "c") == ["````c", "one", "two", "```", "````"])
    #expect(MarkdownText.fence(["a\u{9B}b\rc"]) == ["```", "a\\u{9B}b␍c", "```"])
  }

  @Test func linksStayInTheirParentheses() {
    #expect(MarkdownText.link("a]b.c:1", "https://x/a(b)?q=<y>#L1") == "[`a]b.c:1`](https://x/a%28b%29?q=y#L1)")
  }
}
