import AppleLayout
import CrashModel
import SymbolModel
import Testing

@testable import Rendering

struct TextRendererTests {
  private static var translation: TranslatedText {
    var text = TranslatedText(
      style: .embedded, preamble: ["Process:             Shop [3608]", ""], threadState: ["", "Thread 0 crashed with X", ""],
      epilogue: ["", "EOF"])
    text.threadHeaders = [["Thread 0 name:   Dispatch queue: com.apple.main-thread", "Thread 0 Crashed:"], ["Thread 1:"]]
    text.images = Array("Binary Images:\n  0x1 - 0x2 Shop\n".utf8)
    return text
  }

  @Test func framesStandInApplesColumns() {
    let text = String(decoding: TextRenderer().text(SampleAnswers.shop, translation: Self.translation), as: UTF8.self)
    #expect(
      text == """
        Process:             Shop [3608]

        Thread 0 name:   Dispatch queue: com.apple.main-thread
        Thread 0 Crashed:
        0   Shop                          \t       0x104a3c5f8 Basket.pick(_:) [inlined] (Basket.swift:12)
        0   Shop                          \t       0x104a3c5f8 checkout(_:at:) + 24 (Checkout.swift:31)
        1   PayKit                        \t       0x105c01188 0x105bf8000 + 37256
        2   UIKitCore                     \t       0x183501000 -[UITableView select:] + 1620

        Thread 1:
        0   UIKitCore                     \t       0x183502000 0x183500000 + 8192


        Thread 0 crashed with X

        Binary Images:
          0x1 - 0x2 Shop

        EOF

        """)
  }

  @Test func kscrashColumns() {
    var translation = Self.translation
    translation.frameLayout = .padded(addressDigits: 16)
    let text = String(decoding: TextRenderer().text(SampleAnswers.shop, translation: translation), as: UTF8.self)
    #expect(text.contains("\n1   PayKit                          0x0000000105c01188 0x105bf8000 + 37256\n"))
  }

  @Test func otherThreadsCanBeLeftOut() {
    let text = String(
      decoding: TextRenderer(onlyCrashed: true).text(SampleAnswers.shop, translation: Self.translation), as: UTF8.self)
    #expect(text.contains("Thread 0 Crashed:") && !text.contains("Thread 1:"))
  }

  @Test func framesWithoutAddressesAreSaid() {
    var answers = SampleAnswers.shop
    answers.report.frames[1] = Frame(index: 1, kind: .omitted)
    answers.report.frames[1].omittedCount = 12
    answers.report.frames[2] = Frame(index: 2, kind: .truncated)
    let text = String(decoding: TextRenderer().text(answers, translation: Self.translation), as: UTF8.self)
    #expect(text.contains("\n... 12 frames omitted ...\n...\n"))
  }
}

struct TerminalTextTests {
  @Test func controlCharactersBecomeVisible() {
    let shown = TerminalText.visible(Array("a\u{1B}[2J\rb\u{7F}\u{9B}c\td\r\n".utf8))
    #expect(String(decoding: shown, as: UTF8.self) == "a␛[2J␍b␡\\u{9B}c\td\r\n")
  }

  @Test func coloursOnlyAddSequences() {
    let text = """
      Thread 0 name:   main
      Thread 0 Crashed:
      0   Shop                          \t       0x104a3c5f8 Basket.pick(_:) [inlined] (Basket.swift:12)
      0   Shop                          \t       0x104a3c5f8 checkout(_:at:) + 24 (Checkout.swift:31) [mismatch]
      1   UIKitCore                     \t       0x105c01188 0x105bf8000 + 37256
      1   Shopping                      \t       0x105c01188 f (a.c:1)

      """
    let painted = String(decoding: TextColor([SampleAnswers.shop]).painted(Array(text.utf8)), as: UTF8.self)
    let plain = painted.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(plain == text)
    let lines = painted.split(separator: "\n")
    #expect(lines[0] == "Thread 0 name:   main")
    #expect(lines[1] == "\u{1B}[1;31mThread 0 Crashed:\u{1B}[0m")
    #expect(lines[2].hasPrefix("\u{1B}[1m0   Shop"))
    #expect(lines[2].contains("\u{1B}[2m [inlined]\u{1B}[0m\u{1B}[1m "))
    #expect(lines[2].contains("\u{1B}[36m(Basket.swift:12)\u{1B}[0m"))
    #expect(lines[3].contains("\u{1B}[33m [mismatch]\u{1B}[0m"))
    #expect(lines[4] == "1   UIKitCore                     \t       0x105c01188 0x105bf8000 + 37256")
    #expect(lines[5] == "1   Shopping                      \t       0x105c01188 f \u{1B}[36m(a.c:1)\u{1B}[0m")
  }

  /// Beside a distance, the file ends at its own parenthesis; the other one and the mark have their own styles.
  @Test(arguments: [
    ("(f + 8 (a.c:1))", "(f + 8 @36m(a.c:1)@0m)"), ("(f(int) (a.c:1) [mismatch])", "(f(int) @36m(a.c:1)@0m@33m [mismatch]@0m)"),
    ("(ns::f + 8)", "(ns::f + 8)"), ("(ns::f [inlined] (a.c:1))", "(ns::f@2m [inlined]@0m @36m(a.c:1)@0m)"),
  ])
  func namesBesideDistancesAreColored(text: String, expected: String) {
    let head = "1   Other 0x105c01188 0x105bf8000 + 37256 "
    let painted = String(decoding: TextColor([SampleAnswers.shop]).painted(Array((head + text).utf8)), as: UTF8.self)
    #expect(painted.replacing("\u{1B}[", with: "@") == head + expected)
  }

  /// A link is found beside a distance as well.
  @Test func filesBesideDistancesAreLinks() {
    var answers = SampleAnswers.shop
    let address = answers.report.frames[0].address?.value ?? 0
    answers.resolutions[0].sources = [SourceFrame(function: "f", file: "/src/a.c", line: 1)]
    answers.resolutions[0].sources[0].url = "vscode://file/src/a.c:1"
    let line = "0   Other 0x\(String(address, radix: 16)) 0x1000 + 24 (f + 8 (a.c:1))"
    let painted = String(decoding: TextColor([answers]).painted(Array(line.utf8)), as: UTF8.self)
    #expect(painted.contains("\u{1B}]8;;vscode://file/src/a.c:1\u{1B}\\(a.c:1)\u{1B}]8;;\u{1B}\\"))
  }
}

struct DiagnosticsTextTests {
  @Test func theSummaryNamesWhatIsMissing() {
    #expect(
      DiagnosticsText().lines(SampleAnswers.shop) == [
        "symbolicate: Shop.ips: 1 of 2 frames of app images resolved (1 inlined); 1 image without symbols",
        "  missing  PayKit (arm64) 7F1C0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11, 1 frame",
        "           near miss: dSYMs/PayKit.dSYM is build 91aa4c0e, same name, different ID",
      ])
  }

  @Test func readersFindingsComeFirst() {
    var answers = SampleAnswers.shop
    answers.path = "-"
    answers.report.diagnostics = [
      ReportDiagnostic(.warning, "JSON ends early", line: 902, byte: 48211), ReportDiagnostic(.note, "n"),
    ]
    #expect(DiagnosticsText().lines(answers).first == "symbolicate: standard input: JSON ends early (byte 48,211, line 902)")
    #expect(DiagnosticsText().lines(answers).count == 4)
    #expect(DiagnosticsText(isVerbose: true).lines(answers).count == 9)
  }

  @Test func inspectLaysImagesOut() {
    #expect(
      InspectText().lines(SampleAnswers.shop, note: { _ in "DWARF 5, 42 MB" }) == [
        "Shop.ips: .ips report (crash), Shop 4.2.0 (1187), iPhone OS 17.1, EXC_BREAKPOINT SIGTRAP",
        "  2 threads, 4 frames, 3 images; 2 images of the app have frames",
        "  found    Shop   arm64 8C1E0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11 dSYMs/Shop.app.dSYM (DWARF 5, 42 MB)",
        "  missing  PayKit arm64 7F1C0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11 near miss: dSYMs/PayKit.dSYM is build 91aa4c0e",
        "  other    1 image, 1 with frames, names from the report itself",
      ])
  }
}
