import CrashModel
import SymbolModel
import Testing

@testable import Reports

/// What is odd in some text reports, each oddity by itself.
struct AppleTextOddityTests {
  private func read(_ lines: String...) throws -> CrashReport {
    try #require(AppleTextReader.read(Array(lines.map { $0 + "\n" }.joined().utf8)).first)
  }

  private static let images = [
    "Binary Images:",
    "0x1000 - 0x1fff Shop armv7  <7f1c0a528e6b3b5e9c0b0a4f2e6d1c11> /var/containers/Bundle/Application/0/Shop.app/Shop",
  ]

  // MARK: The header

  private static let mac = [
    "Process:         Shop [7]", "Version:         4.2 (118)", "Code Type:       X86-64 (Translated)",
    "OS Version:      Mac OS X 10.15.7 (19H114)", "Termination Reason:    Namespace SPRINGBOARD, Code 0x8badf00d",
    "Termination Description: SPRINGBOARD, ", "    scene-create watchdog transgression", "    allowance of 19.97 seconds", "",
    "Thread 0 Crashed:", "0   Shop  0x00001010 0x1000 + 16", "",
  ]

  @Test func macsPrintTheVersionFirstAndWhatTheMachineIsAtTheEnd() throws {
    let lines =
      Self.mac + Self.images + ["", "VM Region Summary:", "ReadOnly portion: 4", "", "Model: MacBookPro14,3, BootROM 185.0.0"]
    let report = try #require(AppleTextReader.read(Array(lines.map { $0 + "\n" }.joined().utf8)).first)
    #expect(report.process.version == "4.2" && report.process.build == "118")
    #expect(report.device.cpuType == "X86-64 (Translated)" && report.device.model == "MacBookPro14,3")
    #expect(report.system.name == "Mac OS X" && report.system.version == "10.15.7" && report.system.build == "19H114")
  }

  @Test func valuesGoOnInLinesThatAreIndented() throws {
    let report = try #require(AppleTextReader.read(Array(Self.mac.map { $0 + "\n" }.joined().utf8)).first)
    #expect(report.termination?.namespace == "SPRINGBOARD" && report.termination?.code == "0x8badf00d")
    #expect(
      report.termination?.details == ["SPRINGBOARD,", "scene-create watchdog transgression", "allowance of 19.97 seconds"])
  }

  @Test func aSystemThatTheReporterDidNotKnowIsUnknown() throws {
    let report = try read("Process: Shop [7]", "OS Version:  ??? ??? (Build ???)", "", "Thread 0:", "0   Shop  0x00001010 a + 1")
    #expect(report.system.name == nil && report.system.version == nil && report.system.build == nil)
  }

  // MARK: Threads

  @Test func kscrashTellsOfACrashOfItsHandlerAfterEverythingElse() throws {
    let text = """
      Process: Shop [7]
      Identifier: com.example.shop
      Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
      Crashed Thread:  0

      Thread 0 Crashed:
      0   Shop                            0x0002f560 0x28000 + 30048

      Binary Images:
         0x28000 -    0x68fff +Shop armv7  <8c1e2f30000011112222333344445555> /var/Shop.app/Shop

      Handler crashed while reporting:

      Exception Type:  EXC_BREAKPOINT (SIGTRAP)
      Exception Codes: 0x00000001 at 0x00000000
      Crashed Thread:  1

      Thread 1 Crashed:
      0   Shop                            0x000298e0 0x28000 + 6368

      """
    let report = try #require(try ReportDocument(reading: Array(text.utf8)).reports.first)
    #expect(report.exception?.type == "EXC_BAD_ACCESS" && report.exception?.codes == nil)
    #expect(report.recrash?.exception?.type == "EXC_BREAKPOINT" && report.recrash?.exception?.signal == "SIGTRAP")
    #expect(report.recrash?.thread?.index == 1 && report.frames.count == 2)
  }

  @Test func theNameOfAThreadMayBeEmpty() throws {
    let report = try read(
      "Thread 2 name:   Dispatch queue: q.main", "Thread 2:", "0   Shop  0x00001010 0x1000 + 16", "", Self.images[0],
      Self.images[1])
    #expect(report.threads.map(\.index) == [2])
    #expect(report.threads[0].queue == "q.main" && report.threads[0].name == nil)
  }

  @Test func hexDumpsAndWordsInPlaceOfFramesAreNoFrames() throws {
    let report = try read(
      "Crashed Thread:  Unknown", "", "Backtrace not available", "", "Thread 0:", "0   Shop  0x00001010 0x1000 + 16", "",
      "Unknown thread crashed with unknown flavor: 5, state_count: 1", "", "Thread 0 instruction stream:",
      "  48 89 df e8 0d 2e 00 00-48 8b 05 1e 55 2e 00 48  H.......H...U..H", "", Self.images[0], Self.images[1])
    #expect(report.frames.count == 1 && report.threads.count == 1)
    #expect(!report.threads[0].crashed)
  }

  // MARK: Images

  @Test func imagesOfOneNameAndOfAnotherNameThanTheirFramesHaveAreToldByAddresses() throws {
    let report = try read(
      "Thread 0 Crashed:", "0   YetanotherMac  0x00001010 0x1000 + 16", "1   Shop  0x00003010 0x3000 + 16",
      "2   Shop  0x00001020 0x1000 + 32", "", "Binary Images Description:",
      "0x1000 - 0x1fff YetAnotherMac arm64  <7f1c0a528e6b3b5e9c0b0a4f2e6d1c11> /Applications/Shop.app/Contents/MacOS/Shop",
      "0x3000 - 0x4000 Shop x86_64h (0) <91aa4c0e8e6b3b5e9c0b0a4f2e6d1c12> /Applications/Shop.app/Contents/Shop")
    #expect(report.frames.map(\.image) == [0, 1, 0])
    #expect(report.images[1].version == "0" && report.images[1].architecture?.name == "x86_64h")
  }

  @Test(arguments: [
    "arm64", "arm64e", "armv7", "armv7s", "armv6", "arm", "armv8", "arm64-unknown", "arm-unknown", "i386", "x86_64", "x86_64h",
    "powerpc",
  ]) func wordsForProcessorsAreNoNames(word: String) throws {
    let report = try read(
      "Thread 0:", "0   Shop  0x00001010 0x1000 + 16", "", "Binary Images:",
      "0x1000 - 0x1fff App Namespace \(word)  <7f1c0a528e6b3b5e9c0b0a4f2e6d1c11> /private/var/App Namespace Some.app/App Namespace"
    )
    #expect(report.images.map(\.name) == ["App Namespace"])
    #expect(report.images[0].architecture != nil)
    #expect(report.images[0].path == "/private/var/App Namespace Some.app/App Namespace")
  }

  @Test func anAddressInNoImageKeepsItsName() throws {
    let report = try read(
      "Thread 0:", "0   Shop  0x000ea004 main (main.m:16)", "1   ???   0x00000000 0x0 + 0", "", Self.images[0], Self.images[1])
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "main", file: "main.m", line: 16))
    #expect(report.frames[1].reported == nil && report.frames[1].image == nil)
  }

  // MARK: Names

  @Test func anOffsetInsideANameIsAPartOfIt() throws {
    let report = try read(
      "Thread 0:", "0   Shop  0x00001010 -[NSObject+ 1045168 (NSObject) doesNotRecognizeSelector:] + 183", "", Self.images[0],
      Self.images[1])
    #expect(
      report.frames[0].reported
        == ReportedSymbol(symbol: "-[NSObject+ 1045168 (NSObject) doesNotRecognizeSelector:]", offset: 183))
  }

  /// dyld of one simulator prints the first byte after the image as its last.
  @Test func theFirstByteOfAnImageBelongsToItAlthoughAnotherClaimsItAsItsLast() throws {
    let report = try read(
      "Thread 0 Crashed:", "0   Shop  0x00002000 0x2000 + 0", "1   dyld_sim  0x00001fff 0x1000 + 4095", "", Self.images[0],
      "0x1000 - 0x2000 dyld_sim x86_64  <7f1c0a528e6b3b5e9c0b0a4f2e6d1c11> /usr/lib/dyld_sim",
      "0x2000 - 0x2fff Shop x86_64  <91aa4c0e8e6b3b5e9c0b0a4f2e6d1c12> /Applications/Shop.app/Shop")
    #expect(report.frames.map(\.image) == [1, 0])
  }

  @Test func binaryDataAfterASpindumpIsPassedOver() throws {
    let report = try read(
      "Thread 0 Crashed:", "0   Shop  0x00001010 0x1000 + 16", "", Self.images[0], Self.images[1], "", "Spindump binary format",
      "\u{1}\u{2}0x1000 - 0x1fff", "0   Shop 0x00001010", "Thread 9:")
    #expect(report.images.count == 1)
    #expect(report.threads.map(\.index) == [0] && report.frames.count == 1)
  }

  /// iOS 9 on 32-bit ARM: `nsdata` of the same process has the return address 0x1014.
  @Test func lastExceptionsOfOld32BitSystemsListCallsNotReturns() throws {
    let lines = [
      "Code Type:           ARM (Native)", "OS Version:          iPhone OS 9.3.5 (13G36)", "", "Last Exception Backtrace:",
      "(0x1010 0x1020)", "", "Thread 0 Crashed:", "0   Shop  0x00001030 0x1000 + 48", "1   Shop  0x00001024 0x1000 + 36", "",
    ]
    let bytes = Array((lines + Self.images).map { $0 + "\n" }.joined().utf8)
    let report = try #require(AppleTextReader.read(bytes).first)
    let list = try #require(report.backtraces.first { $0.kind == .lastException })
    #expect(list.frames.map { report.frames[$0].kind } == [.exact, .exact])
    #expect(report.threads[0].frames.map { report.frames[$0].kind } == [.exact, .returnAddress])
  }
}
