import Foundation
import TestSupport
import Testing

/// `symbolicate atos`, whose lines are those of Apple's tool.
@Suite struct AtosTests {
  static let dSYM = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")
  static let binary = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop")

  static func lines(_ arguments: [String], input: String = "") throws -> String {
    let run = try Symbolicate.run(["atos"] + arguments, input: Array(input.utf8))
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
    return run.stdout
  }

  @Test func aLineHasFunctionImageAndPosition() throws {
    let answer = "shop::Checkout::total(int) const (in Shop) (checkout.cpp:9)\n"
    #expect(try Self.lines(["-o", Self.dSYM, "-arch", "arm64", "-l", "0x1027f4000", "0x1027f821c"]) == answer)
    #expect(try Self.lines(["-o", Self.dSYM, "-l", "1027f4000", "0x1027f821c"]) == answer)
    #expect(try Self.lines(["-o", Self.dSYM, "-s", "0x27f4000", "0x1027f821c"]) == answer)
    #expect(try Self.lines(["-o", Self.dSYM, "--offset", "0x421c"]) == answer)
    #expect(try Self.lines(["-o", Self.dSYM, "0x10000421c", "4294984220"]) == answer + answer)
    #expect(
      try Self.lines(["-fullPath", "-o", Self.dSYM, "-offset", "0x421c"])
        == "shop::Checkout::total(int) const (in Shop) (/src/shop/checkout.cpp:9)\n")
  }

  @Test func inlinedFunctionsComeInnermostFirstAndThenTheDelimiter() throws {
    let answer = try Self.lines(["-i", "-o", Self.dSYM, "-offset", "0x421c", "0x421c"])
    let chain = answer.components(separatedBy: "\n")
    #expect(chain.first == "shop::Slot<long volatile>::write(long) const (in Shop) (span.h:11)")
    #expect(chain.count == 17 && chain[6] == "shop::Checkout::total(int) const (in Shop) (checkout.cpp:9)" && chain[7].isEmpty)
    #expect(try Self.lines(["-inlineFrames", "-d", "--", "-o", Self.dSYM, "-offset", "0x421c"]).hasSuffix("cpp:9)\n--\n"))
  }

  /// The last frame of each of llvm-symbolizer's answers, in Apple's form.
  @Test func everyAddressOfADebugFileIsAnswered() throws {
    let addresses = LookupTests.oracle.map(\.address)
    let looked = try Symbolicate.run(["lookup", LookupTests.dSYM] + addresses).stdout
    let expected = looked.components(separatedBy: "\n\n").dropLast().map { answer in
      let lines = answer.components(separatedBy: "\n").suffix(2)
      let place = (lines.last ?? "").components(separatedBy: ":")
      return "\(lines.first ?? "") (in Shop) (\(place[0].components(separatedBy: "/").last ?? ""):\(place[1]))"
    }
    #expect(expected.count > 90)
    let answers = try Self.lines(["-o", LookupTests.dSYM] + addresses).split(separator: "\n").map(String.init)
    for (answer, known) in zip(answers, expected) where !known.hasPrefix("??") && !known.contains("(??:") {
      #expect(answer == known)
    }
    #expect(answers.count == addresses.count)
  }

  @Test func namesOfSwiftAreDemangled() throws {
    let dSYM = FixtureFolder.path("Binaries/shop-swift/out/Shop.dSYM")
    let table = String(decoding: try FixtureFolder.bytes("Binaries/oracle.tsv"), as: UTF8.self)
    let row = try #require(
      table.split(separator: "\n").first { $0.hasPrefix("shop-swift") && $0.contains("Checkout") && $0.contains(".swift:") })
    let answer = try Self.lines(["-o", dSYM, String(row.split(separator: "\t")[2])])
    #expect(answer.firstMatch(of: /^[^$]+ \(in Shop\) \([A-Za-z<>-]+(\.swift)?:\d+\)\n$/) != nil, "\(answer)")
  }

  @Test func aSymbolHasADistanceAndAnUnknownAddressItself() throws {
    let symbols = FixtureFolder.path("Binaries/symbols-only/out/Shop")
    #expect(
      try Self.lines(["-o", symbols, "-offset", "0xa00", "0x500", "zz", "0x7fff00000000"])
        == "__27-[Basket addItem:quantity:]_block_invoke (in Shop) + 76\n0x00000500 (in Shop)\nzz\n0x7fff00000000\n")
    #expect(try Self.lines(["-o", symbols, "-l", "0x1027f4000", "0x1027f4500"]) == "0x00000001027f4500 (in Shop)\n")
    #expect(try Self.lines(["-o", symbols, "-i", "0x7fff00000000"]) == "0x7fff00000000\n\n")
  }

  /// A stripped binary lists where functions begin, but not their names.
  @Test func aFunctionWithoutANameHasADistance() throws {
    let stripped = FixtureFolder.path("Binaries/symbols-only/out/stripped/Shop")
    #expect(try Self.lines(["-o", stripped, "-offset", "0xa00"]) == "0x00000a00 (in Shop) + 76\n")
  }

  @Test func addressesComeFromAFileOrStandardInput() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("0x421c\n0x421c  0x3\n", to: "addresses")
    let named = try Self.lines(["-o", Self.dSYM, "-offset", "-f", file])
    #expect(named.split(separator: "\n").count == 3)
    #expect(try Self.lines(["-o", Self.dSYM, "-offset"], input: "0x421c\n0x421c  0x3") == named)
  }

  /// Xcode's layout: the app holds the binary, and the dSYM is beside the app.
  @Test(arguments: ["Shop.app/Contents/MacOS/Shop", "Shop.app/Shop", "Shop"]) func theDSYMBesideAnAppIsRead(place: String) throws
  {
    let folder = try TemporaryFolder()
    try folder.copy(Self.binary, to: place)
    let bundle = place.components(separatedBy: "/")[0]
    let bare = try Self.lines(["-o", folder.path + "/" + bundle, "-offset", "0x421c"])
    #expect(!bare.contains("checkout.cpp"))
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf5/Shop.dSYM"), to: bundle + ".dSYM")
    #expect(try Self.lines(["-o", folder.path + "/" + bundle, "-offset", "0x421c"]) == bare, "a dSYM of another build was used")
    try FileManager.default.removeItem(atPath: folder.path + "/" + bundle + ".dSYM")
    try folder.copy(Self.dSYM, to: bundle + ".dSYM")
    for path in [bundle, place] {
      let answer = try Self.lines(["-o", folder.path + "/" + path, "-offset", "0x421c"])
      #expect(answer == "shop::Checkout::total(int) const (in Shop) (checkout.cpp:9)\n")
    }
  }

  /// Apple's tool asks Spotlight for the dSYM with a binary's UUID.
  @Test func theDSYMOfABinaryIsFoundByItsUUID() throws {
    let folder = try TemporaryFolder()
    let binary = try folder.copy(Self.binary, to: "Shop")
    #expect(try Self.lines(["-o", binary, "-offset", "0x421c"]).contains("checkout.cpp") == false)
    let store = folder.path + "/store"
    #expect(try Symbolicate.run(["store", "--store", store, "add", Self.dSYM]).status == 0)
    for variable in ["SYMBOLICATE_STORE": store, "SYMBOLICATE_SYMBOL_PATHS": (Self.dSYM as NSString).deletingLastPathComponent] {
      let run = try Symbolicate.run(["atos", "-o", binary, "-offset", "0x421c"], environment: [variable.key: variable.value])
      #expect(run.stdout == "shop::Checkout::total(int) const (in Shop) (checkout.cpp:9)\n" && run.stderr.isEmpty)
    }
  }

  @Test func theArchitectureIsChosen() throws {
    let fat = FixtureFolder.path("Binaries/shop-cpp/out/macos-fat-dwarf5/Shop.dSYM")
    let arm = try Self.lines(["-o", fat, "-arch", "arm64", "0x10000091c"])
    #expect(arm == "-[Basket addItem:quantity:] (in Shop) (Basket.m:30)\n")
    #expect(try Self.lines(["-o", fat, "0x10000091c"]) == arm)
    #expect(try Self.lines(["-o", fat, "-arch", "x86_64", "0x10000091c"]) != arm)
    let wrong = try Symbolicate.run(["atos", "-o", fat, "-arch", "ppc", "0x1"])
    #expect(wrong.stderr.hasSuffix("it contains no ppc, only x86_64, arm64; choose one with -arch\n") && wrong.status == 1)
  }

  @Test(arguments: [
    (["-p", "42", "0x1"], "-p: running processes are not read; name the binary or its dSYM with -o"),
    (["0x1"], "no debug file given; name a dSYM or binary with -o"),
    (["-o", "x", "-l", "0x1", "-offset"], "only one of -l, -s, -textExecAddress and -offset can be used"),
    (["-o", "x", "-l", "zz"], "option '-l': 'zz' is not an address"), (["-o"], "option '-o' needs a value (FILE)"),
    (["-o", "x", "-quiet"], "unknown option '-quiet'"),
  ])
  func whatCannotBeDoneIsRefused(arguments: [String], message: String) throws {
    let run = try Symbolicate.run(["atos"] + arguments)
    #expect(run.stderr == "symbolicate: \(message)\nTry 'symbolicate atos --help'.\n")
    #expect(run.status == 2 && run.output.isEmpty)
  }

  @Test func anotherProgramMayAskOneByOne() throws {
    let answers = try Dialogue.answers(["atos", "-o", Self.dSYM, "-offset"], questions: ["0x421c", "zz", "0x421c"], end: "\n")
    #expect(answers[0] == "shop::Checkout::total(int) const (in Shop) (checkout.cpp:9)\n" && answers[1] == "zz\n")
    #expect(answers[0] == answers[2])
  }

  /// Lines that Apple's atos printed, in reports of a public project: addresses are looked up as they are there, too.
  @Test(.corpus) func linesOfTheRealToolAreTheSame() throws {
    var count = 0
    for row in try Corpus.table("PAIRS.tsv") where row["note"]?.hasPrefix("atos on the raw address") == true {
      guard let output = row["expected_output"], output.hasPrefix("apple-text/"), !output.contains("ample") else { continue }
      let text = String(decoding: try Corpus.bytes(output), as: UTF8.self)
      let isARM = text.contains(" ARM-64")
      for line in text.matches(of: /(?m)^\d+ +(\S+) +\t? *(0x[0-9a-f]+) (.* \(in .*\) .*)$/) {
        let load = text.firstMatch(of: try Regex("(?m)^ *(0x[0-9a-f]+) - +0x[0-9a-f]+ \\+?([a-z.]*\\.)?\(line.1) "))?[1].substring
        let file = row["debug_files"]?.components(separatedBy: " | ").first {
          $0.hasSuffix("dSYM/Contents/Resources/DWARF/\(line.1)")
        }
        guard let load, let file, let root = Corpus.path else { continue }
        let path = root + "/" + file
        #expect(
          try Self.lines(["-o", path, "-arch", isARM ? "arm64" : "x86_64", "-l", String(load), String(line.2)]) == line.3 + "\n")
        count += 1
      }
    }
    #expect(count >= 8, "\(count)")
  }
}
