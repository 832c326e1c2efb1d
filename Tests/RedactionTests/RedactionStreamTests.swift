import TestSupport
import Testing

@testable import Redaction

/// A text that arrives in pieces is redacted like a whole one.
@Suite struct RedactionStreamTests {
  private static let text = """
    start of a log
    mail from zafqor@example.com and /Users/zafqor vix/x
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7
    qorvixjubVJTUt9Us8cKjMzEfYyjiWA4R4xD2n
    -----END PRIVATE KEY-----
    token=qorvixjub7 next
    the end
    """
  private static let leaks = ["zafqor", "MIIEvQ", "qorvixjub"]

  private static func inPieces(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let stream = RedactionStream(Redactor(salt: "s"))
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + Int.random(in: 1...40, using: &random))
      result += stream.redact(Array(bytes[position..<end]))
      position = end
    }
    return result + stream.flush()
  }

  private static func wide(_ text: String) -> [UInt8] {
    ([0xfeff] + Array(text.utf16)).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  @Test(arguments: ["\n", "\r", "\r\n"]) func piecesAreRedactedLikeTheWhole(lineEnd: String) {
    var random = SeededGenerator(5)
    let text = Self.text.replacing("\n", with: lineEnd)
    for bytes in [Array(text.utf8), Self.wide(text)] {
      let whole = Redactor(salt: "s").redact(bytes)
      for leak in Self.leaks { #expect(HiddenTexts(whole).holding(leak) == []) }
      for _ in 0..<50 { #expect(Self.inPieces(bytes, &random) == whole) }
    }
  }

  @Test func textWithoutSecretsPassesUnchanged() {
    var random = SeededGenerator(6)
    let text = "0   Shop   0x0000000102db821c 0x102db4000 + 16924\nversion 1.2.3.4\rno line end"
    for bytes in [Array(text.utf8), Self.wide(text), Self.wide(text) + [0x41]] { #expect(Self.inPieces(bytes, &random) == bytes) }
  }

  @Test func aLongLineIsPassedOnInWords() {
    let stream = RedactionStream(Redactor(salt: "s"))
    let start = stream.redact(Array(String(repeating: "word ", count: 20_000).utf8) + Array("zafqor@exam".utf8))
    #expect(start.count > 60_000)
    #expect(String(decoding: stream.redact(Array("ple.com\n".utf8)), as: UTF8.self).hasPrefix("email-"))
  }
}
