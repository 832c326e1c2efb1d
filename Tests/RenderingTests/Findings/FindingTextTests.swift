import CrashModel
import Testing

@testable import Rendering

/// Text of reports inside workflow commands, URIs and XML.
@Suite struct FindingTextTests {
  @Test(arguments: [
    ("100% of a:b,c", "100%25 of a:b,c", "100%25 of a%3Ab%2Cc"),
    ("a\n::set-env name=PATH::/evil", "a%0A::set-env name=PATH::/evil", "a%0A%3A%3Aset-env name=PATH%3A%3A/evil"),
    ("\r\n", "%0D%0A", "%0D%0A"),
  ])
  func aLineEndCannotBeginACommand(text: String, data: String, property: String) {
    #expect(GitHubAnnotations.escaped(text) == data)
    #expect(GitHubAnnotations.escapedProperty(text) == property)
  }

  @Test(arguments: [
    ("/src/a b.swift", "file:///src/a%20b.swift"), ("Sources/ä#1.swift", "Sources/%C3%A4%231.swift"),
    ("javascript:alert(1)", "javascript%3Aalert%281%29"),
  ])
  func aPathIsAURI(path: String, uri: String) { #expect(SARIF.uri(path) == uri) }

  @Test(arguments: [
    ("/src/./a.h", "/src/a.h"), ("./a.h", "a.h"), ("a//b.c", "a/b.c"), ("/a/../b.c", "/b.c"), ("/a.c", "/a.c"),
    ("../a/../../b.c", "../../b.c"), ("/../a.c", "/a.c"), ("C:\\a\\.\\b.c", "C:/a/b.c"),
  ])
  func pathsLoseDots(path: String, normalized: String) { #expect(PathText.normalized(path) == normalized) }

  @Test func textIsNoMarkupInXML() {
    let text = JUnit.escaped("<a b=\"&\">\u{1b}\u{0}\u{202e}\u{ffff}")
    #expect(text.hasPrefix("&lt;a b=&quot;&amp;&quot;&gt;"))
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202e && $0.value != 0xffff })
  }
}
