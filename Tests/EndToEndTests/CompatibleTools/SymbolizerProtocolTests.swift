import Foundation
import TestSupport
import Testing

/// `symbolicate lookup` without a file, which answers the questions of sanitizers as llvm-symbolizer does.
@Suite struct SymbolizerProtocolTests {
  static let file = FixtureFolder.path("Binaries/elf/out/clang-dwarf5/shop")
  static let fat = FixtureFolder.path("Binaries/shop-cpp/out/macos-fat-dwarf5/Shop.dSYM/Contents/Resources/DWARF/Shop")

  static let real = "/usr/bin/llvm-symbolizer-19"

  /// Questions that both answer in the same way, of ELF files and of a fat Mach-O file.
  static let questions: [String] = {
    let address = Addr2LineTests.oracle.first { $0.file == "elf/out/clang-dwarf5/shop" }?.answers.map(\.address) ?? []
    return address.map { "\"\(file)\" \($0)" } + address.map { "CODE \(file) \($0)" }
      + [
        "CODE \"\(fat):arm64\" 0x100000910", "CODE \(fat):x86_64 0x100000c10", "CODE '\(fat):arm64' 4294969628",
        "\(file):x86_64 0x15d5",
        "FRAME \(file) 0x10", "DATA \(file) 0x10", "DATA /nowhere 0x10", "FRAME /nowhere 0x10", "CODE /nowhere 0x10", "hello", "",
        "CODE \(file)", "CODE \(file) zz", "CODE FILE:\(file) 0x15d5", "CODE \(file) main", "CODE \(file) main+1",
        "CODE \(file) main+zz",
        "CODE  \(file)   0x15d5  more", "CODE \"\(file)\" 5589\r", "CODE \"", "\"", "FRAME", "CODE \(file) 0x10000000000000000",
      ]
  }()

  @Test(.program(real), arguments: [[], ["--no-inlines"], ["--no-demangle"]]) func answersAreThoseOfTheRealOne(
    options: [String]
  ) throws {
    let input = Array((Self.questions.joined(separator: "\n") + "\n").utf8)
    let ours = try Symbolicate.run(["lookup"] + options, input: input)
    let real = try ToolRun.of(Self.real, options, input: input)
    let (left, right) = (ours.stdout.components(separatedBy: "\n\n"), real.stdout.components(separatedBy: "\n\n"))
    #expect(left.count == right.count && left.count == Self.questions.count + 1)
    // Demanglers write lambdas differently. Without inlined functions we name the function whose code it is, and
    // llvm-symbolizer the innermost one.
    for (position, question) in Self.questions.enumerated() {
      if options.isEmpty, right[position].contains("'lambda'") { continue }
      if options == ["--no-inlines"], right[position] != "??\n??:0:0" { continue }
      #expect(left[position] == right[position], "\(question)")
    }
    #expect(ours.status == 0)
    #expect(
      ours.stderr == """
        symbolicate: /nowhere: No such file or directory
        symbolicate: hello: No such file or directory
        symbolicate: a question without a file: No such file or directory
        symbolicate: FRAME: No such file or directory

        """)
  }

  @Test func aQuestionIsAnsweredBeforeTheNextOneComes() throws {
    let questions = ["CODE \(Self.file) 0x15d5", "FRAME \(Self.file) 0x15d5", "DATA \(Self.file) 0x15d5"]
    let answers = try Dialogue.answers(["lookup"], questions: questions, end: "\n\n")
    #expect(answers[0].contains("/src/shop/") && answers[1] == "??\n\n" && answers[2] == "??\n0 0\n??:?\n\n")
  }

  @Test func withoutQuestionsTheUseIsExplained() throws {
    let run = try Symbolicate.run(["lookup"])
    #expect(
      run.stderr == "symbolicate: no debug file given, and no questions on standard input\nTry 'symbolicate lookup --help'.\n")
    #expect(run.status == 2)
  }

  /// Whether clang and its runtime library are installed.
  private static let hasSanitizer: Bool = {
    let folder = try? TemporaryFolder()
    guard let folder, (try? folder.write("int main(void) { return 0; }\n", to: "empty.c")) != nil else { return false }
    let words = ["clang", "-fsanitize=address", "empty.c", "-o", "empty"]
    return (try? ToolRun.of("/usr/bin/env", words, directory: folder.path).status) == 0
  }()

  /// A program that clang built with AddressSanitizer reports a use after free; the names come through ASAN_SYMBOLIZER_PATH.
  @Test(.enabled(if: hasSanitizer, "clang cannot build with AddressSanitizer here")) func aRealCrashOfAddressSanitizerHasNames()
    throws
  {
    let folder = try TemporaryFolder()
    let source = """
      #include <stdlib.h>
      static inline __attribute__((always_inline)) int pick(int *p, int i) { return p[i]; }
      __attribute__((noinline)) int inner(int *p, int i) {
        return pick(p, i);
      }
      int main(int count, char **words) { int *p = malloc(16); free(p); return inner(p, count); }
      """
    try folder.write(source, to: "crash.c")
    let build = try ToolRun.of(
      "/usr/bin/env", ["clang", "-g", "-O1", "-fsanitize=address", "crash.c", "-o", "crash"], directory: folder.path)
    try #require(build.status == 0, "\(build.stderr)")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/llvm-symbolizer", withDestinationPath: Symbolicate.path)
    let run = try ToolRun.of(
      folder.path + "/crash", [],
      environment: ["ASAN_SYMBOLIZER_PATH": folder.path + "/llvm-symbolizer", "ASAN_OPTIONS": "symbolize=1:color=never"])
    #expect(run.stderr.contains("heap-use-after-free"))
    #expect(
      run.stderr.firstMatch(of: /#0 0x[0-9a-f]+ in pick .*crash\.c:2:\d+\n +#1 0x[0-9a-f]+ in inner .*crash\.c:4:\d+\n/) != nil,
      "\(run.stderr)")
    #expect(run.stderr.contains("SUMMARY: AddressSanitizer: heap-use-after-free /") && run.stderr.contains("/crash.c:2:"))
  }
}
