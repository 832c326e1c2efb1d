import CrashModel
import TestSupport
import Testing

@testable import Reports

struct AppleTextEditorTests {
  @Test func aBareListIsOpenedOnlyWhenAFrameIsNamed() throws {
    let frames = ["0   Shop  0x0000000104a3c5f8 main + 4"]
    let bytes = SmallReport.text(frames: frames, before: ["Last Exception Backtrace:", "(0x183501004 0x104a3c5f8 0x19)", ""])
    let reports = AppleTextReader.read(bytes)
    #expect(AppleTextEditor.fill(bytes, reports: reports) { _, _ in nil } == bytes)
    let filled = AppleTextEditor.fill(bytes, reports: reports) { _, frame in
      frame == 1 ? ["a [inlined] (A.c:1)", "b + 2 (B.c:2)"] : nil
    }
    let opened = [
      "Last Exception Backtrace:", "0   UIKitCore                     \t0x0000000183501004 0x183500000 + 4100",
      "1   Shop                          \t0x0000000104a3c5f8 a [inlined] (A.c:1)",
      "1   Shop                          \t0x0000000104a3c5f8 b + 2 (B.c:2)",
      "2   ???                           \t0x0000000000000019 0x0 + 25", "",
    ]
    #expect(
      String(decoding: filled, as: UTF8.self) == String(decoding: SmallReport.text(frames: frames, before: opened), as: UTF8.self)
    )
    try AppleTextEditing.check(bytes, name: "list")
  }

  @Test func inlinedLinesThatAreThereAreReplaced() throws {
    let frames = [
      "0   Shop  0x0000000104a3c5f8 a [inlined] (A.c:1)", "0   Shop  0x0000000104a3c5f8 b [inlined] (B.c:1)",
      "0   Shop  0x0000000104a3c5f8 c + 4",
    ]
    let bytes = SmallReport.text(frames: frames)
    let filled = AppleTextEditor.fill(bytes, reports: AppleTextReader.read(bytes)) { _, _ in ["d + 4 (D.c:1)"] }
    #expect(filled == SmallReport.text(frames: ["0   Shop  0x0000000104a3c5f8 d + 4 (D.c:1)"]))
  }

  @Test func aFrameWithoutTextGetsABlank() {
    let bytes = SmallReport.text(frames: ["0   Shop  0x0000000104a3c5f8"])
    let filled = AppleTextEditor.fill(bytes, reports: AppleTextReader.read(bytes)) { _, _ in ["a + 1"] }
    #expect(filled == SmallReport.text(frames: ["0   Shop  0x0000000104a3c5f8 a + 1"]))
  }

  @Test func otherThreadsCanBeLeftOut() throws {
    let text = """
      Thread 0 name:  main
      Thread 0:
      0   Shop  0x0000000104a3c5f8 main + 4

      Thread 1 Crashed:
      0   Shop  0x0000000104a3c700 main + 5

      Thread 2:
      0   Shop  0x0000000104a3c800 main + 6

      Thread 1 crashed with ARM Thread State (64-bit):
          x0: 0x0000000000000001

      """
    let bytes = Array(text.utf8)
    let reports = AppleTextReader.read(bytes)
    let cut = AppleTextEditor.fill(bytes, reports: reports, onlyCrashed: true) { _, _ in
      ["a"]
    }
    let wanted =
      "Thread 1 Crashed:\n0   Shop  0x0000000104a3c700 a\n\nThread 1 crashed with ARM Thread State (64-bit):\n    x0: 0x0000000000000001\n"
    #expect(String(decoding: cut, as: UTF8.self) == wanted)
  }

  @Test func lineEndsInNamesDoNotAddLines() {
    let bytes = SmallReport.text(frames: ["0   Shop  0x0000000104a3c5f8 main"])
    let filled = AppleTextEditor.fill(bytes, reports: AppleTextReader.read(bytes)) { _, _ in ["a\nThread 9:\r"] }
    #expect(filled == SmallReport.text(frames: ["0   Shop  0x0000000104a3c5f8 a Thread 9: "]))
  }

  @Test func fixturesKeepTheirBytes() throws {
    let files = FixtureFolder.files(below: "Reports/apple-text").filter { $0.hasSuffix(".crash") || $0.hasSuffix(".txt") }
    #expect(!files.isEmpty)
    for file in files { try AppleTextEditing.check(FixtureFolder.bytes(file), name: file) }
  }

  @Test func prefixesOfFixturesAreRead() throws {
    var random = SeededGenerator(SeededGenerator.seed(of: "prefixes of Apple text", usual: 7))
    for file in FixtureFolder.files(below: "Reports/apple-text") where file.hasSuffix(".crash") {
      let bytes = try FixtureFolder.bytes(file)
      for cut in SeededGenerator.cuts(of: bytes.count + 1, usual: 150, &random) {
        let prefix = Array(bytes[..<cut])
        let reports = AppleTextReader.read(prefix)
        let isInside = reports.allSatisfy {
          $0.frames.allSatisfy { $0.sourceRange.upperBound <= cut && $0.replaceableRange.upperBound <= cut }
        }
        if !isInside { Issue.record("\(file) cut at \(cut): a frame reaches past the end") }
        _ = AppleTextReader.recognises(prefix)
        _ = AppleTextEditor.fill(prefix, reports: reports) { _, _ in ["a [inlined]", "b"] }
      }
    }
  }

  @Test func changedBytesAreRead() throws {
    for file in FixtureFolder.files(below: "Reports/apple-text") where file.hasSuffix(".crash") {
      let bytes = try FixtureFolder.bytes(file)
      for seed in UInt64(0)..<20 {
        var random = SeededGenerator(seed)
        var changed = bytes
        for _ in 0..<40 { changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
        let reports = AppleTextReader.read(changed)
        let filled = AppleTextEditor.fill(changed, reports: reports) { _, _ in ["b"] }
        #expect(!filled.isEmpty, "\(file), seed \(seed)")
      }
    }
  }
}
