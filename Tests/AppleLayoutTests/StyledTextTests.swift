import Bytes
import CrashModel
@testable import AppleLayout
import Testing

struct StyledTextTests {
  /// Returns the pieces with their styles: `place: (a.c:3)`.
  private static func pieces(_ text: StyledText) -> [String] {
    text.styles.map { "\($0.style): \(String(decoding: text.bytes[$0.range], as: UTF8.self))" }
  }

  private static func written(isStyled: Bool) -> StyledText {
    var writer = LineWriter(isStyled: isStyled)
    writer.head.append(literal: "0 App 0x1000 ")
    writer.isInApp = true
    FrameWords(function: "f", isInlined: true, source: PlaceWords(file: "a.c", line: 3, FrameStyle()), url: "x:3")
      .write(beside: "", to: &writer)
    writer.isInApp = false
    FrameWords(function: "g", offset: 8, isMismatch: true).write(beside: "0x1 + 2", to: &writer)
    return writer.finish()
  }

  @Test func theWriterKnowsThePieces() {
    let text = Self.written(isStyled: true)
    let plain = "0 App 0x1000 f [inlined] (a.c:3)\n0 App 0x1000 0x1 + 2 (g + 8 [mismatch])\n"
    #expect(String(decoding: text.bytes, as: UTF8.self) == plain)
    #expect(
      Self.pieces(text) == [
        "appFrame: 0 App 0x1000 f [inlined] (a.c:3)", "inlinedMark:  [inlined]", "place: (a.c:3)", "warning:  [mismatch]",
      ])
    #expect(text.styles[2].link == "x:3")
    #expect(Self.written(isStyled: false).styles.isEmpty && Self.written(isStyled: false).bytes == text.bytes)
  }

  @Test func linesKeepTheirStyles() {
    let lines = Self.written(isStyled: true).lines
    #expect(
      lines.map(Self.pieces) == [
        ["appFrame: 0 App 0x1000 f [inlined] (a.c:3)", "inlinedMark:  [inlined]", "place: (a.c:3)"], ["warning:  [mismatch]"],
      ])
    #expect(StyledText(Array("a\n\nb".utf8)).lines.map(\.bytes) == [Array("a".utf8), []])
  }

  @Test func stylesMoveWithWhatIsMadeVisible() {
    var text = StyledText(Array("a\u{1B}b".utf8))
    text.append("c\r\u{202E}d".utf8, .place, link: "x")
    text.append("e".utf8)
    text.append("f".utf8, .warning)
    #expect(String(decoding: text.visible.bytes, as: UTF8.self) == "a␛bc␍\\u{202E}def")
    #expect(Self.pieces(text.visible) == ["place: c␍\\u{202E}d", "warning: f"])
    #expect(text.visible.styles[0].link == "x" && text.visible.bytes == TerminalText.visible(text.bytes))
  }
}
