import Testing

@testable import Triage

@Suite struct PatternTests {
  @Test(arguments: [
    ("abort", "abort", true), ("abort", "aborted", false), ("objc_msgSend*", "objc_msgSend_uncached", true), ("*", "", true),
    ("*b*c*", "abxc", true), ("*b*c", "abxcd", false), ("a*a", "a", false), ("a**b", "ab", true), ("", "", true),
    ("*is in*is in*", "x is in y is in z", true), ("-[* .cxx_destruct]", "-[Foo .cxx_destruct]", true),
  ])
  func starsStandForAnything(_ pattern: String, _ text: String, _ matches: Bool) {
    #expect(Pattern(pattern).matches(text) == matches)
  }
}
