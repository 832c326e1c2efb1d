import Foundation
import Instructions
import TestSupport
import Testing

private let llvmMC = ["/usr/bin/llvm-mc-19", "/usr/bin/llvm-mc"].first { FileManager.default.isExecutableFile(atPath: $0) }

/// Compares instructions with `llvm-mc --disassemble`: text, and with it operands and displacements.
@Suite(.enabled(if: Disassembler.isInstalled && llvmMC != nil, "Capstone or llvm-mc is not installed"))
struct OracleTests {
  /// Random loads and stores of 64-bit ARM, of all encodings (top-level group x1x0): what both decode is the same.
  @Test func loadsAndStoresOfARM64() throws {
    var random = SeededGenerator(20_260_101)
    let words = (0..<5_000).map { _ in UInt32(truncatingIfNeeded: random.next() as UInt64) & ~0x1200_0000 | 0x0800_0000 }
    let bytes = words.map { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    try compare(bytes, .arm64, ["-triple=arm64-apple-macos", "-mattr=+v8.5a,+pauth,+lse,+rcpc,+rcpc-immo"], least: 1_500)
  }

  /// Moves, arithmetic, and vector moves of x86-64 with random operands.
  @Test func memoryOperandsOfX86() throws {
    var random = SeededGenerator(20_260_102)
    let opcodes: [[UInt8]] = [
      [0x8b], [0x89], [0x88], [0x8a], [0x01], [0x03], [0x39], [0x3b], [0x63], [0x0f, 0xb6], [0x0f, 0xbe], [0x0f, 0xb7],
      [0x0f, 0x10],
      [0x0f, 0x11], [0x0f, 0xaf], [0xc7], [0xf7], [0xff], [0x8d], [0x0f, 0x28],
    ]
    let bytes = (0..<5_000).map { number -> [UInt8] in
      let opcode = opcodes[number % opcodes.count]
      let prefix: [UInt8] = number % 3 == 0 ? [] : [0x40 | UInt8(truncatingIfNeeded: random.next() as UInt64) & 0x0f]
      // A memory operand: the mode is not 3.
      let modes = UInt8(truncatingIfNeeded: random.next() as UInt64)
      let mode = modes >= 0xc0 ? modes & 0x3f : modes
      return prefix + opcode + [mode] + (0..<9).map { _ in UInt8(truncatingIfNeeded: random.next() as UInt64) }
    }
    try compare(bytes, .x86_64, ["-triple=x86_64", "--output-asm-variant=1"], least: 4_000)
  }

  private func compare(_ all: [[UInt8]], _ processor: Processor, _ arguments: [String], least: Int) throws {
    let decoder = try #require(Disassembler(processor))
    let tool = try #require(llvmMC)
    // One instruction a line; llvm-mc decodes the lines one by one and says nothing of those that are none.
    var known: [[UInt8]] = []
    var texts: [Instruction] = []
    for bytes in all {
      guard let instruction = decoder.decode(bytes, at: 0), instruction.size <= bytes.count else { continue }
      known.append(Array(bytes.prefix(instruction.size)))
      texts.append(instruction)
    }
    let input = known.map { "[" + $0.map { "0x" + String($0, radix: 16) }.joined(separator: ",") + "]\n" }.joined()
    let run = try ToolRun.of(tool, ["--disassemble"] + arguments, input: Array(input.utf8))
    let bad = Set(
      run.stderr.split(separator: "\n").compactMap { line -> Int? in
        // What is only potentially undefined is printed nevertheless.
        guard line.contains("invalid instruction") else { return nil }
        return line.split(separator: ":").dropFirst().first.flatMap { Int($0) }
      })
    let lines = run.stdout.split(separator: "\n").filter { $0.hasPrefix("\t") && !$0.hasPrefix("\t.") }
    let good = texts.indices.filter { !bad.contains($0 + 1) }
    try #require(lines.count == good.count, "\(lines.count) and \(good.count) instructions; \(run.stderr.prefix(300))")
    var different: [String] = []
    var compared = 0
    for (line, position) in zip(lines, good) where texts[position].text.contains("[") {
      compared += 1
      let other = Self.memory(String(line.dropFirst()))
      let own = Self.memory(texts[position].text)
      // Capstone 4 cuts an absolute address in a form that compilers do not write: no base, and the index that there is none.
      if line.contains("*riz - ") || line.contains("*riz + "), line.contains(/\[(?:\d\*)?riz/) { continue }
      if own != other { different.append("\(texts[position].text) | \(line)") }
      if let size = Self.size(line), let access = texts[position].accesses.first, access.size != size {
        different.append("\(texts[position].text): \(access.size) bytes | \(line)")
      }
    }
    #expect(compared >= least)
    #expect(different.isEmpty, "\(different.count) of \(compared): \(different.prefix(20))")
  }

  /// The memory operand in a form that does not depend on who prints it: registers, factors and numbers, sorted.
  static func memory(_ text: String) -> [String] {
    guard let open = text.firstIndex(of: "["), let close = text[open...].firstIndex(of: "]") else { return [] }
    var terms: [String] = []
    var sign = ""
    for word in text[text.index(after: open)..<close].replacing(",", with: " ").split(whereSeparator: { $0 == " " || $0 == "\t" })
    {
      if word == "+" || word == "-" {
        sign = word == "-" ? "-" : ""
        continue
      }
      // LLVM names the index that there is none.
      if word.contains("riz") || word.contains("eiz") { continue }
      let digits = word.drop { $0 == "#" }
      if let number = Self.number(digits) {
        let value = sign == "-" ? 0 &- number : number
        if value != 0 { terms.append("\(value)") }
      } else {
        terms.append(digits.split(separator: "*").map(String.init).sorted().joined(separator: "*").replacing("1*", with: ""))
      }
      sign = ""
    }
    // An address without a register is unsigned or signed.
    if terms.count == 1, let address = Int64(terms[0]) { return ["\(UInt32(truncatingIfNeeded: address))"] }
    return terms.sorted()
  }

  /// The number of bytes that the words in front of a memory operand of x86-64 state: `dword ptr`.
  private static func size(_ line: Substring) -> Int? {
    guard let mark = line.range(of: " ptr [") else { return nil }
    let word = line[..<mark.lowerBound].split(whereSeparator: { " \t,".contains($0) }).last ?? ""
    return ["byte": 1, "word": 2, "dword": 4, "qword": 8, "tbyte": 10, "xword": 10, "xmmword": 16, "ymmword": 32, "zmmword": 64][
      word]
  }

  private static func number(_ text: some StringProtocol) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative ? text.dropFirst() : text[...]
    let magnitude = digits.hasPrefix("0x") ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
    return magnitude.map { isNegative ? 0 &- Int64(bitPattern: $0) : Int64(bitPattern: $0) }
  }
}
