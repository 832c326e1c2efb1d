import CrashModel
import DWARF
import DebugInfo
import Faults
import Foundation
import Instructions
import ObjectFiles
import SymbolModel
import TestSupport
import Testing

/// Crashes of programs that are made to crash, with their registers (`Fixtures/Faults`). The truth is that of the program's maker.
@Suite(.enabled(if: Disassembler.isInstalled, "Capstone is not installed"))
struct MadeCrashTests {
  /// One line of `crashes.tsv`.
  struct Crash {
    let program: String
    let number: String
    let form: String
    let type: String
    let fault: UInt64
    let load: UInt64
    let registers: [(name: String, value: UInt64)]
    let code: [UInt8]
    let names: [String]
    let value: UInt64?

    init(_ line: Substring) throws {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(cells.count == 11)
      (program, number, form, type) = (String(cells[0]), String(cells[1]), String(cells[2]), String(cells[4]))
      fault = try Self.number(cells[5])
      load = try Self.number(cells[6])
      registers = try cells[7].split(separator: ",").map { word in
        let parts = word.split(separator: "=")
        return (String(parts[0]), try Self.number(parts[1]))
      }
      let digits = Array(cells[8])
      code = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0 }
      names = cells[9].split(separator: "|").map(String.init)
      value = cells[10].isEmpty ? nil : try Self.number(cells[10])
    }

    static func number(_ text: Substring) throws -> UInt64 { try #require(UInt64(text.dropFirst(2), radix: 16)) }

    static let all: [Crash] = {
      let text = try? String(contentsOfFile: FixtureFolder.path("Faults/out/crashes.tsv"), encoding: .utf8)
      return (text ?? "").split(separator: "\n").compactMap { try? Crash($0) }
    }()

    var counter: UInt64 { registers.first { $0.name == "rip" || $0.name == "pc" }?.value ?? 0 }

    var report: CrashReport {
      var report = CrashReport(format: ReportFormat("test", title: "report"))
      report.exception = CrashException()
      report.exception?.type = type
      report.exception?.faultAddress = RuntimeAddress(fault)
      var thread = CrashThread(index: 0, crashed: true, frames: 0..<1)
      thread.registers = registers.map { Register(name: $0.name, value: $0.value) }
      report.threads = [thread]
      report.frames = [Frame(index: 0, kind: .exact, address: RuntimeAddress(counter))]
      // Bytes of the report, in turns: 32 in front of the program counter.
      if !code.isEmpty { report.memoryBytes = [MemoryBytes(address: RuntimeAddress(counter - 32), bytes: code)] }
      return report
    }
  }

  static let programs = ["gcc-c-O2", "gcc-cpp-O0", "clang-cpp-O1", "apple-c-O0", "apple-cpp-O2"]

  /// Explains the crashes of a program, with the program unless the report has the bytes.
  private func explain(_ program: String) throws -> [(crash: Crash, found: FaultInstruction?)] {
    let path = FixtureFolder.path("Faults/out/\(program)")
    var files = try ObjectFile.load(path: path)
    if program.hasPrefix("apple") { files += try ObjectFile.load(path: path + ".dwarf") }
    let image = DebugImage(files: files)
    return Crash.all.filter { $0.program == program }.map { crash in
      var context = FaultContext()
      let load = RuntimeAddress(crash.load)
      if crash.code.isEmpty { context.program = ProgramCode(image.files, load: load) }
      context.bases = (load, image.textBase)
      if let link = RuntimeAddress(crash.counter).offset(from: load)?.linkAddress(textBase: image.textBase) {
        context.functionStart = image.resolve([link])[0]?.functionStart
      }
      context.ask = image.pointers
      return (crash, FaultExplainer(crash.report)?.explain(context))
    }
  }

  @Test(arguments: programs) func sentences(_ program: String) throws {
    let lines = try explain(program).map { "\($0.number) \($0.form)\t\($1?.sentence ?? $1?.reason ?? "nothing")\n" }
    #expect(lines.count >= 15)
    try expectGolden(lines.joined(), "faults/\(program).txt")
  }

  /// A name is one that the source has for the pointer, and its value the one that the program was given.
  @Test(arguments: programs) func names(_ program: String) throws {
    var named = 0
    for (crash, found) in try explain(program) {
      guard let found, let pointer = found.pointer else { continue }
      named += 1
      #expect(crash.names.contains(pointer), "\(program) \(crash.number): \(pointer), not \(crash.names)")
      if let value = crash.value, let own = found.pointerValue { #expect(own == value, "\(program) \(crash.number)") }
    }
    #expect(named >= 8, "\(program): \(named)")
  }

  /// The report's bytes are those of the program, or one of them belongs to another build.
  @Test func bytesAreChecked() throws {
    let crash = try #require(Crash.all.first { $0.program == "apple-c-O0" && !$0.code.isEmpty })
    let path = FixtureFolder.path("Faults/out/apple-c-O0")
    var context = FaultContext()
    context.program = ProgramCode(try ObjectFile.load(path: path), load: RuntimeAddress(crash.load))
    var report = crash.report
    #expect(FaultExplainer(report)?.explain(context)?.source == .report)
    report.memoryBytes[0] = MemoryBytes(address: report.memoryBytes[0].address, bytes: crash.code.map { $0 ^ 0x40 })
    #expect(FaultExplainer(report)?.explain(context) == nil)
    report.memoryBytes = []
    #expect(FaultExplainer(report)?.explain(context)?.source == .program)
    // A dSYM has no code.
    #expect(ProgramCode(try ObjectFile.load(path: path + ".dwarf"), load: RuntimeAddress(crash.load)) == nil)
    #expect(FaultExplainer(report)?.explain(FaultContext()) == nil)
  }

  /// A pointer that is not null is never called null, and null is never called damaged.
  @Test(arguments: programs) func findings(_ program: String) throws {
    for (crash, found) in try explain(program) {
      guard let found, let value = crash.value, crash.form != "jump", !crash.form.hasPrefix("divide") else { continue }
      if value != 0 { #expect(found.finding != .null, "\(program) \(crash.number)") }
      let damaged: Set<FaultInstruction.Finding> = [.pattern, .text, .noAddress]
      if value == 0 { #expect(!damaged.contains(found.finding), "\(program) \(crash.number)") }
    }
  }
}
