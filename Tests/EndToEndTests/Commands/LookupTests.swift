import Foundation
import TestSupport
import Testing

/// `symbolicate lookup`.
@Suite struct LookupTests {
  static let dSYM = FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf5/Shop.dSYM")

  /// llvm-symbolizer's answers for the file, from Fixtures/Binaries/oracle.tsv.
  static let oracle: [(address: String, answer: String)] = {
    let table = String(decoding: (try? FixtureFolder.bytes("Binaries/oracle.tsv")) ?? [], as: UTF8.self)
    let name = "shop-cpp/out/macos-arm64-dwarf5/Shop.dSYM/Contents/Resources/DWARF/Shop"
    return table.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t").map(String.init)
      return cells.count == 4 && cells[0] == name ? (cells[2], cells[3]) : nil
    }
  }()

  /// An answer in the form of the table as the lines that are printed for it.
  static func printed(_ answer: String) -> String {
    answer.components(separatedBy: " <- ").map { part in
      let halves = part.components(separatedBy: " @ ")
      return halves[0] + "\n" + (halves.count > 1 ? halves[1] : "??:0:0") + "\n"
    }.joined() + "\n"
  }

  @Test func answersComeInTheFormOfLLVMSymbolizer() throws {
    #expect(Self.oracle.count > 50)
    let input = Self.oracle.map { $0.address + "\n" }.joined()
    let run = try Symbolicate.run(["lookup", "--no-demangle", Self.dSYM], input: Array(input.utf8))
    #expect(run.stdout == Self.oracle.map { Self.printed($0.answer) }.joined())
    #expect(run.status == 0 && run.stderr.isEmpty)
  }

  @Test func aDecimalAddressIsExplained() throws {
    let dSYM = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")
    let run = try Symbolicate.run(["lookup", dSYM, "4294984220"])
    #expect(run.stdout.hasPrefix("??\n") && run.stderr.contains("as a decimal number it is 0x10000421c"), "\(run.stderr)")
    #expect(try Symbolicate.run(["lookup", dSYM, "10000421c"]).stderr.isEmpty)
  }

  /// Apple built apps again from bitcode, and put numbers in the place of names.
  @Test(arguments: ["--no-index", "--no-demangle"]) func hiddenNamesAreTold(_ option: String) throws {
    let folder = try TemporaryFolder()
    let name = Array("_ZN4shop9Inventory5auditEi".utf8)
    let hidden = Array("__hidden#1_".utf8) + Array(repeating: 0, count: name.count - 11)
    var bytes = try FixtureFolder.bytes("Binaries/shop-cpp/out/macos-arm64-dwarf5/Shop.dSYM/Contents/Resources/DWARF/Shop")
    for start in bytes.indices.dropLast(name.count) where bytes[start...].starts(with: name) {
      bytes.replaceSubrange(start..<start + name.count, with: hidden)
    }
    let path = try folder.write(bytes, to: "Shop")
    let known = try #require(Self.oracle.first { $0.answer.hasPrefix("_ZN4shop9Inventory5auditEi @") })
    let run = try Symbolicate.run(["lookup", option, path, known.address])
    #expect(run.stdout == Self.printed(known.answer).replacing("_ZN4shop9Inventory5auditEi", with: "__hidden#1_"))
    #expect(
      run.stderr == """
        symbolicate: \(path): function names are obfuscated (bitcode build); apply the build's .bcsymbolmap with `dsymutil --symbol-map MAP DSYM` \
        (LLVM 14 has this option, LLVM 19 does not)

        """)
  }

  @Test func argumentsAndStandardInputGiveTheSame() throws {
    let addresses = Self.oracle.prefix(20).map(\.address)
    let piped = try Symbolicate.run(["lookup", Self.dSYM], input: Array(addresses.joined(separator: "\n").utf8))
    let named = try Symbolicate.run(["lookup", Self.dSYM] + addresses.map { String($0.dropFirst(2)) })
    #expect(piped.output == named.output && !named.output.isEmpty)
  }

  /// Another program may keep it running and ask one address after the other.
  @Test func aQuestionIsAnsweredBeforeTheNextOneComes() throws {
    let process = Process()
    let (questions, answers) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Symbolicate.path)
    process.arguments = ["lookup", "--no-index", "--no-demangle", Self.dSYM]
    (process.standardInput, process.standardOutput) = (questions, answers)
    try process.run()
    for (address, answer) in Self.oracle.prefix(5) {
      questions.fileHandleForWriting.write(Data((address + "\n").utf8))
      var got = ""
      while !got.hasSuffix("\n\n") { got += String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self) }
      #expect(got == Self.printed(answer))
    }
    try questions.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func runtimeAddressesAreTakenBack() throws {
    let address = try #require(Self.oracle.first?.address)
    let slid = String(try #require(UInt64(address.dropFirst(2), radix: 16)) + 0x4dc000, radix: 16)
    let run = try Symbolicate.run(["lookup", "--load=0x1004dc000", Self.dSYM, slid])
    #expect(run.output == (try Symbolicate.run(["lookup", Self.dSYM, address]).output))
  }

  @Test func whatIsNoAddressIsEchoedAndWhatIsNowhereIsUnknown() throws {
    let run = try Symbolicate.run(["lookup", Self.dSYM], input: Array("hello there\n0x10\n".utf8))
    #expect(run.stdout == "hello there\n??\n??:0:0\n\n")
  }

  @Test func jsonIsOneObjectALine() throws {
    let addresses = Self.oracle.prefix(30).map(\.address)
    let run = try Symbolicate.run(["lookup", "--json", Self.dSYM] + addresses)
    let lines = run.stdout.split(separator: "\n")
    #expect(lines.count == addresses.count)
    for (line, address) in zip(lines, addresses) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["address"] as? String == address)
      #expect((object["sources"] as? [[String: Any]])?.last?["function"] is String)
    }
  }

  @Test func aFatFileNeedsAnArchitecture() throws {
    let fat = "Binaries/shop-cpp/out/macos-fat-dwarf5/Shop.dSYM"
    let run = try Symbolicate.run(["lookup", fat, "0x10"], directory: FixtureFolder.path)
    #expect(run.stderr == "symbolicate: \(fat): it contains x86_64, arm64; choose one with --arch\n")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(try Symbolicate.run(["lookup", "--arch", "arm64", fat, "0x10"], directory: FixtureFolder.path).status == 0)
  }

  @Test func aPipeIsNoDebugFileAndIsNotWaitedFor() throws {
    let folder = try TemporaryFolder()
    _ = try ToolRun.of("/usr/bin/mkfifo", [folder.path + "/pipe"])
    let run = try Symbolicate.run(["lookup", "pipe", "0x10"], directory: folder.path)
    #expect(run.stderr == "symbolicate: pipe: neither a file nor a directory\n" && run.status == 1)
  }

  @Test(arguments: [
    ("Malformed/out/empty", "not a debug file: neither Mach-O nor ELF"), ("nothing/there", "No such file or directory"),
    ("Reports", "a directory, but not a dSYM bundle with a debug file in it"),
  ])
  func filesThatCannotBeUsed(path: String, reason: String) throws {
    let run = try Symbolicate.run(["lookup", path, "0x10"], directory: FixtureFolder.path)
    #expect(run.stderr == "symbolicate: \(path): \(reason)\n")
    #expect(run.status == 1 && run.output.isEmpty)
  }
}
