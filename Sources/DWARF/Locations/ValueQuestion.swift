package import SymbolModel

/// A question for the variables of the function at an instruction, with what a report knows of the thread there.
package struct ValueQuestion: Hashable, Sendable {
  /// A register by its number in DWARF and by its name in the report.
  package struct Register: Hashable, Sendable {
    package var number: Int
    package var name: String
    package var value: UInt64

    package init(number: Int, name: String, value: UInt64) {
      self.number = number
      self.name = name
      self.value = value
    }
  }

  /// Bytes of the process.
  package struct Memory: Hashable, Sendable {
    package var address: UInt64
    package var bytes: [UInt8]

    package init(address: UInt64, bytes: [UInt8]) {
      self.address = address
      self.bytes = bytes
    }
  }

  /// The link-time address of the instruction.
  package var instruction: LinkAddress
  /// What is added to link-time addresses, modulo 2^64.
  package var slide: UInt64
  package var registers: [Register]
  /// The number of the stack pointer, or nil if unknown.
  package var stackPointer: Int?
  /// The number of the frame pointer, or nil if the processor has none.
  package var framePointer: Int?
  package var memory: [Memory]

  package init(instruction: LinkAddress, slide: UInt64, registers: [Register], memory: [Memory]) {
    self.instruction = instruction
    self.slide = slide
    self.registers = registers
    self.memory = memory
  }
}
