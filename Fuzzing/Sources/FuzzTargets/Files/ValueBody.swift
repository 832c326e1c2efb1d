import Bytes
import DebugInfo
import DWARF
import ObjectFiles
import ReportTrial
import SymbolModel

/// The variables of a function (`--values`) in a program that the input is: location expressions, types, line tables, call frames.
enum ValueBody {
  /// The longest value that is printed.
  private static let longest = 1 << 20

  @Sendable static func make() -> FuzzTarget.Body {
    { bytes in
      for file in ((try? ObjectFile.read(ByteSlice(bytes), path: ObjectBodies.path)) ?? []).prefix(2) where file.hasDWARF {
        let image = DebugImage(files: [file])
        var numbers = SeededNumbers(seed: bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
        for address in ObjectBodies.samples(of: file).prefix(60) {
          for variable in image.variables(question(at: address, &numbers), names: .short) {
            let size = variable.value.text.utf8.count
            try expect(size < longest, "\(variable.name) has a value of \(size) bytes")
          }
        }
      }
    }
  }

  /// Registers with numbers of all sizes, two of them pointers to the stack, of which some bytes are known.
  private static func question(at address: LinkAddress, _ numbers: inout SeededNumbers) -> ValueQuestion {
    let top = UInt64(0x7ff0_0000_1000)
    var registers = (0..<32).map { number in
      ValueQuestion.Register(number: number, name: "r\(number)", value: numbers.next() >> UInt64(numbers.below(64)))
    }
    for stack in [6, 7, 29, 31] {
      registers[stack] = ValueQuestion.Register(number: stack, name: "r\(stack)", value: top + UInt64(numbers.below(16)) * 8)
    }
    let bytes = (0..<256).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    let memory = ValueQuestion.Memory(address: top, bytes: bytes)
    var question = ValueQuestion(instruction: address, slide: numbers.next(), registers: registers, memory: [memory])
    (question.stackPointer, question.framePointer) = (7, 6)
    return question
  }
}
