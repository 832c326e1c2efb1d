import Testing

@testable import CommandLineTool

/// The words of atos, addr2line and llvm-symbolizer.
@Suite struct CompatibleToolTests {
  @Test(arguments: [
    ("\"/a b/Shop\" 0x10", "/a b/Shop", "0x10"), ("'/a b/Shop' 0x10 more", "/a b/Shop", "0x10"), ("CODE Shop 16\r", "Shop", "16"),
    ("FILE:Shop main+4", "Shop", "main+4"), ("Shop", "Shop", ""), ("\"Shop", "Shop", ""), ("", "", ""), ("CODE ", "", ""),
  ]) func questionsHaveAFileAndAnAddress(line: String, file: String, place: String) {
    let question = SymbolizerQuestion(parsing: line)
    #expect(question.kind == .code && question.file == file && question.place == place)
  }

  @Test func questionsAskForCodeDataOrFrames() {
    #expect(
      SymbolizerQuestion(parsing: "DATA Shop 1").kind == .data && SymbolizerQuestion(parsing: "FRAME Shop 1").kind == .frame)
    #expect(SymbolizerQuestion(parsing: "DATAS 1").file == "DATAS")
    let known = SymbolizerQuestion(parsing: " 0x20 ", file: "Shop")
    #expect(known.file == "Shop" && known.place == "0x20")
  }

  @Test func theArchitectureFollowsTheLastColon() {
    #expect(SymbolizerQuestion(parsing: "/a:b/Shop:arm64 1").parts?.path == "/a:b/Shop")
    #expect(SymbolizerQuestion(parsing: "/a:b/Shop 1").parts == nil && SymbolizerQuestion(parsing: ":arm64 1").parts == nil)
    #expect(SymbolizerQuestion(parsing: "Shop: 1").parts == nil)
  }

  @Test(arguments: [
    (["--obj=Shop", "0x10"], ["Shop", "0x10"]), (["--obj", "Shop", "16"], ["Shop", "0x10"]),
    (["-e", "Shop", "--inlines", "--demangle"], ["Shop"]),
    (["--default-arch=arm64", "-e", "Shop"], ["--arch", "arm64", "Shop"]),
    (["--no-demangle", "--obj=Shop"], ["--no-demangle", "Shop"]), (["--obj"], [""]),
  ]) func optionsOfLLVMSymbolizerAreThoseOfLookup(words: [String], translated: [String]) {
    #expect(SymbolizerWords.translate(words) == translated)
  }

  @Test(arguments: [
    ("--dsym", Command.symbolicate, "use --symbols (-s)"), ("-e", .lookup, "the debug file is the first operand"),
    ("-l", .lookup, "use --load"), ("--output-style", .symbolicate, "use --format (-f)"),
  ]) func habitsAreAnsweredWithWhatToType(word: String, command: Command, advice: String) {
    #expect(ForeignOption.advice(for: word, in: command)?.hasPrefix(advice) == true)
  }

  @Test func unknownWordsHaveNoAdvice() {
    #expect(ForeignOption.advice(for: "--zq", in: .symbolicate) == nil && ForeignOption.advice(for: "--dsym", in: .store) == nil)
  }
}
