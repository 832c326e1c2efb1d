import AppleLayout
import CrashModel
import SymbolModel
import Testing

@testable import Rendering

struct TerminalPainterTests {
  /// Returns a report as a terminal gets it.
  private static func painted(
    _ answers: SymbolicatedReport, style: FrameStyle = FrameStyle(), isSideBySide: Bool = false
  ) -> String {
    var layout = TranslatedText(style: .embedded)
    layout.threadHeaders = [["Thread 0 name:   main", "Thread 0 Crashed:"], ["Thread 1:"]]
    let renderer = TextRenderer(style: style, isSideBySide: isSideBySide, isStyled: true)
    return String(decoding: TerminalPainter.painted(renderer.text(answers, translation: layout)), as: UTF8.self)
  }

  @Test func colorsOnlyAddSequences() {
    var answers = SampleAnswers.shop
    answers.resolutions[0].fromMismatch = true
    let text = Self.painted(answers)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.replacing("\u{1B}[", with: "@") }
    #expect(lines[0] == "Thread 0 name:   main")
    #expect(lines[1] == "@1;31mThread 0 Crashed:@0m")
    let head = "@1m0   Shop                          \t       0x104a3c5f8 "
    #expect(
      lines[2] == head + "Basket.pick(_:)@0m@2m [inlined]@0m@1m @0m@36m(Basket.swift:12)@0m@1m@0m@33m [mismatch]@0m@1m@0m")
    #expect(lines[3] == head + "checkout(_:at:) + 24 @0m@36m(Checkout.swift:31)@0m@1m@0m@33m [mismatch]@0m@1m@0m")
    #expect(lines[4] == "@1m1   PayKit                        \t       0x105c01188 0x105bf8000 + 37256@0m")
    #expect(lines[5] == "2   UIKitCore                     \t       0x183501000 -[UITableView select:] + 1620")
    #expect(lines[7] == "Thread 1:")
    let plain = TextRenderer().text(answers, translation: TranslatedText(style: .embedded)).bytes
    let rest = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(rest.hasSuffix(String(decoding: plain, as: UTF8.self).split(separator: "\n").suffix(1).joined() + "\n\n"))
  }

  /// Beside a distance, the file ends at its own parenthesis; the mark is inside of the other one.
  @Test(arguments: [(FrameStyle.Names.sideBySide, "0x104a38000 + 17912 (Basket.pick(_:)"), (.symbolicated, "Basket.pick(_:)")])
  func filesAreLinks(names: FrameStyle.Names, start: String) {
    var answers = SampleAnswers.shop
    answers.resolutions[0].sources[0].url = "vscode://file/src/Basket.swift:12"
    answers.resolutions[0].sources[1].url = "https://x/\u{1B}]0;owned"
    let text = Self.painted(answers, style: FrameStyle(names: names))
    let link = "\u{1B}[36m\u{1B}]8;;vscode://file/src/Basket.swift:12\u{1B}\\(Basket.swift:12)\u{1B}]8;;\u{1B}\\\u{1B}[0m"
    #expect(text.contains(" \(start)\u{1B}[0m\u{1B}[2m [inlined]\u{1B}[0m\u{1B}[1m \u{1B}[0m\(link)\u{1B}[1m"))
    #expect(!text.contains("owned") && text.contains("\u{1B}[36m(Checkout.swift:31)\u{1B}[0m"), "only printable links")
  }

  @Test func framesOfScriptsAreColoredAndLinked() {
    var answers = SampleAnswers.shop
    for (position, owner) in [FrameResolution.ScriptSource.app, .package].enumerated() {
      answers.report.frames[position] = Frame(index: position, kind: .javaScript)
      answers.report.frames[position].reported = ReportedSymbol(symbol: "pay", file: "main.jsbundle", line: 1)
      answers.resolutions[position] = FrameResolution(
        basis: .line, symbol: "pay", sources: [SourceFrame(function: "pay", file: "src/cart.ts", line: 12, column: 4)])
      answers.resolutions[position].scriptSource = owner
      answers.resolutions[position].sources[0].url = "https://x/cart.ts#L12"
    }
    let lines = Self.painted(answers).split(separator: "\n").map { $0.replacing("\u{1B}", with: "@") }
    let link = "@[36m@]8;;https://x/cart.ts#L12@\\(src/cart.ts:12:4)@]8;;@\\@[0m"
    #expect(lines[2] == "@[1m0   pay @[0m\(link)@[1m (main.jsbundle:1)@[0m")
    #expect(lines[3] == "1   pay \(link) (main.jsbundle:1)")
  }

  /// Making characters visible moves the pieces after them.
  @Test func hiddenCharactersBeforeAPieceAreVisible() {
    var answers = SampleAnswers.shop
    answers.resolutions[0].sources[0].function = "pick\u{1B}[31m"
    answers.resolutions[0].sources[0].file = "/src/a\u{202E}b.swift"
    answers.report.images[0].name = "Sh\u{7}op"
    let text = Self.painted(answers, isSideBySide: true)
    #expect(text.contains("0   Sh␇op "))
    let shown = text.replacing("\u{1B}[", with: "@")
    #expect(shown.contains("pick␛[31m@0m@2m [inlined]@0m@1m @0m@36m(a\\u{202E}b.swift:12)@0m"))
  }
}
