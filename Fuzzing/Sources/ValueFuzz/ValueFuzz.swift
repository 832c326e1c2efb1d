import DWARF
import Foundation
import ObjectFiles
import SymbolModel

// libFuzzer over the variables of a function: the first bytes of an input are an instruction, registers and memory, the rest damages a
// program with debug information ($FUZZ_PROGRAM) at the positions that it names. See Fuzzing/README.md.

nonisolated(unsafe) private let program =
  FileManager.default.contents(
    atPath: ProcessInfo.processInfo.environment["FUZZ_PROGRAM"] ?? "Fixtures/Values/out/linux-clang/basket"
  ).map(Array.init) ?? []

/// Numbers from an input; 0 at its end.
private struct Numbers {
  var bytes: ArraySlice<UInt8>

  mutating func next() -> UInt64 {
    defer { bytes = bytes.dropFirst(8) }
    return bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

private func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var numbers = Numbers(bytes: (data.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? [])[...])
  let instruction = LinkAddress(numbers.next() % 0x2000 + 0x1000)
  let registers = (0..<16).map { ValueQuestion.Register(number: $0, name: "r\($0)", value: numbers.next()) }
  let memory = ValueQuestion.Memory(address: registers[7].value, bytes: Array(numbers.bytes.prefix(256)))
  var question = ValueQuestion(instruction: instruction, slide: numbers.next(), registers: registers, memory: [memory])
  (question.stackPointer, question.framePointer) = (7, 6)
  var damaged = program
  while !damaged.isEmpty, numbers.bytes.count >= 9 {
    let place = Int(numbers.next() % UInt64(damaged.count))
    damaged[place] = UInt8(truncatingIfNeeded: numbers.next())
  }
  let path = NSTemporaryDirectory() + "/symbolicate-values-\(getpid())"
  guard FileManager.default.createFile(atPath: path, contents: Data(damaged)), let files = try? ObjectFile.load(path: path) else {
    return 0
  }
  for file in files {
    guard let session = try? DWARFSession(file), let reader = ValueReader(file, session, programs: [file]) else { continue }
    for variable in reader.variables(question) ?? [] where variable.value.text.utf8.count > 1 << 20 {
      fatalError("a value of \(variable.value.text.utf8.count) bytes")
    }
  }
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// SwiftPM links with `--defsym main=ValueFuzz_main`.
@_cdecl("ValueFuzz_main")
package func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = arguments
  return runDriver(&count, &arguments) { run($0, $1) }
}
