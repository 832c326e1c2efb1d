internal import Bytes
internal import CrashModel
internal import DebugInfo
internal import SymbolModel
internal import SymbolStore
internal import System

/// `symbolicate addr2line`: addresses with the options and output of GNU's addr2line.
struct Addr2LineCommand {
  private let arguments: ParsedArguments
  private let image: DropInImage
  /// The link-time address of the section of `-j`, or 0.
  private let base: UInt64

  /// Runs the command and returns the exit code.
  static func run(_ arguments: ParsedArguments) throws(UsageError) -> Int32 {
    let path = arguments.value(of: .executable) ?? "a.out"
    do throws(NamedFileError) {
      let image = try DropInImage(path: path)
      var base: UInt64 = 0
      if let name = arguments.value(of: .section) {
        guard let section = image.file.sections.first(where: { $0.name == name }) else {
          StandardStreams.report("\(path): no section named \(name)")
          return ExitCode.unreadable
        }
        base = section.address.value
      }
      return Addr2LineCommand(arguments: arguments, image: image, base: base).answer()
    } catch {
      StandardStreams.report("\(error.path): \(error.reason)")
      return ExitCode.unreadable
    }
  }

  private func answer() -> Int32 {
    let code: Int32
    if arguments.operands.isEmpty {
      var count = 0
      code = DropInQuestions.answerStandardInput(count: &count, append)
    } else {
      code = DropInQuestions.answer(arguments.operands, append)
    }
    return image.tellProblems(code)
  }

  /// Appends the answer for an address as it was given. What begins with no digit is address 0, as for GNU's tool.
  private func append(_ word: String, to output: inout [UInt8]) {
    let address = Self.leadingNumber(word) &+ base
    if arguments.has(.addresses) { append(address, to: &output) }
    let answer = image.answer(at: address, names: arguments.has(.demangle) ? .short : .mangled)
    guard let answer else {
      if arguments.has(.functions) { output.append(literal: arguments.has(.prettyPrint) ? "?? " : "??\n") }
      return output.append(literal: "??:0\n")
    }
    for (position, source) in answer.sources.enumerated() {
      if position > 0 {
        guard arguments.has(.inlines) else { return }
        if arguments.has(.prettyPrint) { output.append(literal: " (inlined by) ") }
      }
      append(source, to: &output)
    }
  }

  private func append(_ address: UInt64, to output: inout [UInt8]) {
    let digits = String(address, radix: 16)
    let width = image.file.is64Bit ? 16 : 8
    output += "0x\(String(repeating: "0", count: max(0, width - digits.utf8.count)))\(digits)".utf8
    output.append(literal: arguments.has(.prettyPrint) ? ": " : "\n")
  }

  private func append(_ source: SourceFrame, to output: inout [UInt8]) {
    if arguments.has(.functions) {
      output += TerminalText.visible(source.function.isEmpty ? "??" : source.function).utf8
      output.append(literal: arguments.has(.prettyPrint) ? " at " : "\n")
    }
    let file = source.file.map { arguments.has(.basenames) ? Path.lastComponent(of: $0) : $0 }
    output += FileName.bytes(of: TerminalText.visible(file ?? "??"))
    output += (source.line.map { ":\($0)\n" } ?? ":?\n").utf8
  }

  /// Returns the hexadecimal number at the start of a word, after blanks and `0x`, or 0 (bfd_scan_vma).
  static func leadingNumber(_ word: String) -> UInt64 {
    var digits = word.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) { digits = digits.dropFirst(2) }
    let number = digits.prefix { Character(Unicode.Scalar($0)).isHexDigit }
    return number.isEmpty ? 0 : UInt64(Substring(number), radix: 16) ?? .max
  }
}
