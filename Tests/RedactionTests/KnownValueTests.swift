import TestSupport
import Testing

@testable import Redaction

/// What is found once is replaced everywhere.
@Suite struct KnownValueTests {
  private func redacted(_ text: String, after earlier: String = "") -> String {
    let redactor = Redactor(salt: "s")
    if !earlier.isEmpty { _ = redactor.redact(Array(earlier.utf8)) }
    return String(decoding: redactor.redact(Array(text.utf8)), as: UTF8.self)
  }

  @Test func aNameInAPathIsReplacedInASentence() {
    let text = redacted("Zafqor pressed the button\nPath: /Users/zafqor/x\nbackup_zafqor_2.zip\n")
    #expect(!text.lowercased().contains("zafqor"), "\(text)")
    let name = text.split(separator: " ").first ?? ""
    #expect(text.contains("/Users/\(name)/x") && text.contains("backup_\(name)_2.zip"), "\(text)")
  }

  @Test func aValueOfOneReportIsReplacedInTheNext() {
    #expect(!redacted("zafqor left", after: #"{"user":{"name":"zafqor"}}"#).contains("zafqor"))
  }

  @Test(arguments: [
    // Short, common, inside another word, and where names of code stand.
    ("joe left", "/Users/joe/x"), ("the server failed", "/Users/server/x"), ("Zafqorian left", "/Users/zafqor/x"),
    ("0   zafqor   0x0000000102db821c 0x102db4000 + 16924", "/Users/zafqor/x"), ("Process:  zafqor [12]", "/Users/zafqor/x"),
    (#"{"usedImages":[{"name":"zafqor","uuid":"4C4C44E4-5555-3144-A1B0-602671AD96B1"}],"symbol":"zafqor"}"#, "/Users/zafqor/x"),
    ("0x102db4000 - 0x102dbbfff zafqor arm64 <4c4c44e455553144a1b0602671ad96b1> /x", "/Users/zafqor/x"),
    ("4711 items", #"{"userId":4711}"#),
  ])
  func theRestStays(text: String, earlier: String) { #expect(redacted(text, after: earlier) == text) }

  @Test func theListSaysWhy() {
    let log = RedactionLog()
    _ = Redactor(salt: "s", log: log).redact(Array("zafqor at /Users/zafqor/x, zafqor@example.com, token=qorvix77".utf8))
    #expect(
      log.entries.map { "\($0.entry.kind) \($0.entry.value) \($0.count) \($0.entry.rule)" } == [
        "email zafqor@example.com 1 e-mail address", "secret qorvix77 1 key token",
        "user zafqor 1 found elsewhere: home directory",
        "user zafqor 1 home directory",
      ])
  }
}
