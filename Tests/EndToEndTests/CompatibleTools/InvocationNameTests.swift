import Foundation
import TestSupport
import Testing

/// Links to the program that have the names of the tools whose place it takes.
@Suite struct InvocationNameTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func run(_ name: String, _ arguments: [String], input: String = "") throws -> ToolRun {
    let link = folder.path + "/" + name
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Symbolicate.path)
    return try ToolRun.of(link, arguments, input: Array(input.utf8))
  }

  @Test func atos() throws {
    let run = try run("atos", ["-o", AtosTests.dSYM, "-l", "0x1027f4000", "0x1027f821c"])
    #expect(run.stdout == "shop::Checkout::total(int) const (in Shop) (checkout.cpp:9)\n" && run.status == 0)
  }

  @Test(arguments: ["addr2line", "x86_64-linux-gnu-addr2line", "llvm-addr2line"]) func addr2line(name: String) throws {
    let run = try run(name, ["-se", Addr2LineTests.file, "0x10c0", "-f"])
    #expect(run.stdout == "_start\n??:?\n" && run.status == 0)
  }

  @Test(arguments: ["llvm-symbolizer", "llvm-symbolizer-19"]) func llvmSymbolizer(name: String) throws {
    let run = try run(
      name, ["--demangle", "--inlines", "--default-arch=x86_64"], input: "CODE \"\(SymbolizerProtocolTests.file)\" 0x10c0\n")
    #expect(run.stdout == "_start\n??:0:0\n\n" && run.status == 0 && run.stderr.isEmpty)
  }

  @Test func llvmSymbolizerWithAFileAndDecimalAddresses() throws {
    let run = try run("llvm-symbolizer", ["--obj=" + SymbolizerProtocolTests.file, "-C", "4288", "0x10c0"])
    #expect(run.stdout == "_start\n??:0:0\n\n_start\n??:0:0\n\n" && run.status == 0)
  }

  @Test func whatLookupCannotDoIsRefused() throws {
    let run = try run("llvm-symbolizer", ["--output-style=GNU"])
    #expect(run.stderr.contains("unknown option '--output-style'") && run.status == 2)
  }

  @Test func everyOtherNameIsTheProgramItself() throws {
    let run = try run("my-symbolicate", ["version"])
    #expect(run.stdout.hasPrefix("symbolicate ") && run.status == 0)
  }
}
