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
    let text = String(decoding: TextRenderer().text(SampleAnswers.shop, translation: Self.translation).bytes, as: UTF8.self)
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
    let text = String(decoding: TextRenderer().text(SampleAnswers.shop, translation: translation).bytes, as: UTF8.self)
    #expect(text.contains("\n1   PayKit                          0x0000000105c01188 0x105bf8000 + 37256\n"))
  }

  @Test func otherThreadsCanBeLeftOut() {
    let text = String(
      decoding: TextRenderer(onlyCrashed: true).text(SampleAnswers.shop, translation: Self.translation).bytes, as: UTF8.self)
    #expect(text.contains("Thread 0 Crashed:") && !text.contains("Thread 1:"))
  }

  @Test func framesWithoutAddressesAreSaid() {
    var answers = SampleAnswers.shop
    answers.report.frames[1] = Frame(index: 1, kind: .omitted)
    answers.report.frames[1].omittedCount = 12
    answers.report.frames[2] = Frame(index: 2, kind: .truncated)
    let text = String(decoding: TextRenderer().text(answers, translation: Self.translation).bytes, as: UTF8.self)
    #expect(text.contains("\n... 12 frames omitted ...\n...\n"))
  }
}

struct TerminalTextTests {
  @Test func controlCharactersBecomeVisible() {
    let shown = TerminalText.visible(Array("a\u{1B}[2J\rb\u{7F}\u{9B}c\td\r\n".utf8))
    #expect(String(decoding: shown, as: UTF8.self) == "a␛[2J␍b␡\\u{9B}c\td\r\n")
  }
}

struct DiagnosticsTextTests {
  @Test func theSummaryNamesWhatIsMissing() {
    #expect(
      DiagnosticsText().lines(SampleAnswers.shop) == [
        "symbolicate: Shop.ips: 1 of 2 frames of app images resolved (1 inlined); 1 image without symbols",
        "  missing  PayKit (arm64) 7F1C0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11, 1 frame",
        "           found dSYMs/PayKit.dSYM, but it is another build (build ID 91aa4c0e)",
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
        "  missing  PayKit arm64 7F1C0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11 found dSYMs/PayKit.dSYM, but it is another build (build ID 91aa4c0e)",
        "  system   1 image, already named in the report",
        "  get the dSYM from the .xcarchive (Xcode Organizer), the CI job, or for builds",
        "    with bitcode App Store Connect's build page; pass it with -s PATH; on a Mac:",
        "    mdfind \"com_apple_xcode_dsym_uuids == 7F1C0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11\"",
      ])
  }
}
