import Foundation
import TestSupport
import Testing

/// `symbolicate addr2line`, compared with GNU's tool.
@Suite struct Addr2LineTests {
  static let real = "/usr/bin/addr2line"
  static let file = FixtureFolder.path("Binaries/elf/out/clang-dwarf5/shop")

  /// ELF files with their addresses in Fixtures/Binaries/oracle.tsv, and llvm-symbolizer's answers.
  static let oracle: [(file: String, answers: [(address: String, answer: String)])] = {
    let table = String(decoding: (try? FixtureFolder.bytes("Binaries/oracle.tsv")) ?? [], as: UTF8.self)
    let rows = table.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    let elf = rows.filter { $0.count == 4 && $0[0].hasPrefix("elf/") }
    return Dictionary(grouping: elf) { $0[0] }.map { ($0.key, $0.value.map { (address: $0[2], answer: $0[3]) }) }.sorted {
      $0.file < $1.file
    }
  }()

  /// The blocks of output that begin with an address (`-a`), each without what only one of the tools prints: discriminators, and
  /// the suffixes of parts of functions.
  static func blocks(_ output: String) -> [[String]] {
    var blocks: [[String]] = []
    for line in output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let line = String(line).replacing(/\ \(discriminator \d+\)$/, with: "")
      if line.hasPrefix("0x0") { blocks.append([]) } else { blocks[blocks.count - 1].append(plain(line)) }
    }
    return blocks
  }

  /// Returns a line without a suffix such as `.cold` or `.isra.0` after a mangled name, and without a file that has no line: GNU's
  /// tool takes it from the symbol table.
  static func plain(_ line: String) -> String {
    line.hasSuffix(":?")
      ? "??:?"
      : line.replacing(/^(_Z\w+|main)(\.(cold|isra|part|__part|constprop|localalias)(\.\d+)?)+$/) { match in String(match.1) }
  }

  /// Returns llvm-symbolizer's answer as addr2line prints it with `-fi`.
  static func printed(_ answer: String) -> [String] {
    answer.components(separatedBy: " <- ").flatMap { part in
      let halves = part.components(separatedBy: " @ ")
      guard halves.count > 1, halves[1] != "??:0:0" else { return [plain(halves[0]), halves[0] == "??" ? "??:0" : "??:?"] }
      let place = halves[1].components(separatedBy: ":")
      let line = place[place.count - 2]
      return [plain(halves[0]), place.dropLast(2).joined(separator: ":") + ":" + (line == "0" ? "?" : line)].map(plain)
    }
  }

  /// Every answer is GNU's or llvm-symbolizer's. GNU's differs for parts of functions, for functions of headers (it names the
  /// file of the unit), for local functions (it names the function around them), and for symbols with the source file of the
  /// symbol table.
  @Test(.program(real), arguments: oracle.map(\.file)) func everyAnswerIsThatOfARealTool(file: String) throws {
    let answers = try #require(Self.oracle.first { $0.file == file }?.answers)
    let arguments = ["-fiae", FixtureFolder.path("Binaries/" + file)] + answers.map(\.address)
    let ours = try Symbolicate.run(["addr2line"] + arguments)
    let real = try ToolRun.of(Self.real, arguments)
    #expect(ours.status == 0 && ours.stderr.isEmpty, "\(ours.stderr)")
    let (left, right) = (Self.blocks(ours.stdout), Self.blocks(real.stdout))
    try #require(left.count == answers.count && right.count == answers.count)
    var same = 0
    for (position, expected) in answers.enumerated() {
      if left[position] == right[position] { same += 1; continue }
      #expect(left[position] == Self.printed(expected.answer), "\(expected.address): GNU's says \(right[position])")
    }
    #expect(same * 3 > answers.count, "\(same) of \(answers.count) answers are GNU's")
  }

  /// What the options change, byte for byte, at addresses for which both tools know the same.
  @Test(
    .program(real),
    arguments: [
      "", "-f", "-i", "-fi", "-fC", "-fCi", "-p", "-pf", "-pfCi", "-a", "-ap", "-afpiC", "-s", "-fs", "-pfisa", "--functions",
      "--func --inlines --demangle", "--demangle=gnu-v3 -f", "--pretty-print --addresses --basenames", "-b elf64-x86-64 -f",
      "--target=elf64-x86-64", "-j .text", "--section=.text -f", "-r -f", "--no-recurse-limit", "-R", "--recurse-limit -i",
    ]
  )
  func optionsPrintTheSame(options: String) throws {
    let words = options.split(separator: " ").map(String.init)
    let addresses = ["0x15d5", "15da", "0", "zz", "0x99999999", "0x10"]
    for extra in [["-e", Self.file] + addresses, ["--exe=" + Self.file] + addresses, ["-e" + Self.file]] {
      let input = Array((addresses.joined(separator: "\n") + "\n").utf8)
      let ours = try Symbolicate.run(["addr2line"] + words + extra, input: input)
      let real = try ToolRun.of(Self.real, words + extra, input: input)
      #expect(ours.stdout == real.stdout && ours.status == 0 && real.status == 0, "\(ours.stderr)")
    }
  }

  @Test func aLineAndAChainOfInlinedFunctions() throws {
    let run = try Symbolicate.run(["addr2line", "-Cfisp", "-e", FixtureFolder.path("Binaries/elf/out/gcc-dwarf5/shop"), "1829"])
    let lines = run.stdout.split(separator: "\n").map(String.init)
    #expect(
      lines.first == "shop::Money::round(long) at money.h:12" && lines.dropFirst().allSatisfy { $0.hasPrefix(" (inlined by) ") })
    #expect(lines.last == " (inlined by) shop::Receipt::print(int) at receipt.cpp:29")
  }

  @Test func questionsMayComeOneByOneAndFromAFileOfOptions() throws {
    let answers = try Dialogue.answers(["addr2line", "-e", Self.file], questions: ["0x15d5", "hello"], end: "\n")
    #expect(answers[0].hasPrefix("/src/shop/") && answers[1] == "??:0\n")
    let folder = try TemporaryFolder()
    let options = try folder.write("-e \(Self.file)\n0x15d5", to: "options")
    #expect(try Symbolicate.run(["addr2line", "@" + options]).stdout == answers[0])
  }

  @Test(arguments: [
    (["-e", "nowhere", "0x1"], "nowhere: No such file or directory", 1), (["0x1"], "a.out: No such file or directory", 1),
    (["-q"], "unknown option '-q'", 2), (["--nope"], "unknown option '--nope'", 2),
    (["-e"], "option '-e' needs a value (FILE)", 2),
    (["--in=3"], "option '--in' takes no value", 2),
  ])
  func mistakesAreReported(arguments: [String], message: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    let run = try Symbolicate.run(["addr2line"] + arguments, directory: folder.path)
    #expect(run.stderr.hasPrefix("symbolicate: \(message)\n") && run.status == status && run.output.isEmpty, "\(run.stderr)")
  }

  @Test func helpAndVersionHaveGNUsLetters() throws {
    for word in ["-h", "-H", "--help"] {
      #expect(try Symbolicate.run(["addr2line", word]).stdout.hasPrefix("Look up addresses"))
    }
    for word in ["-v", "--version"] { #expect(try Symbolicate.run(["addr2line", word]).stdout.hasPrefix("symbolicate ")) }
  }

  @Test func aSectionThatIsNotThereIsReported() throws {
    let run = try Symbolicate.run(["addr2line", "-e", Self.file, "-j", ".nope", "0x1"])
    #expect(run.stderr == "symbolicate: \(Self.file): no section named .nope\n" && run.status == 1)
  }
}
