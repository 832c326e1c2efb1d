/// The instruction at which a thread crashed, and what it says about the crash.
package struct FaultInstruction: Hashable, Sendable {
  /// The origin of the bytes. The raw value is the name in JSON output.
  package enum Source: String, Sendable {
    case report
    /// The program that the debug files with the image's ID contain.
    case program
  }

  /// A register with its value.
  package struct Operand: Hashable, Sendable {
    package var register: String
    package var value: UInt64

    package init(register: String, value: UInt64) {
      self.register = register
      self.value = value
    }
  }

  /// What is known about an address that was used in vain.
  package enum Finding: String, Sendable {
    /// The register is 0.
    case null
    /// The register is a small number: not null, and no pointer.
    case smallNumber
    /// The register has the same byte again and again, or another value that memory is filled with.
    case pattern
    /// The register holds printable characters.
    case text
    /// The register holds no address of this processor.
    case noAddress
    /// The stack pointer leads to memory that the stack does not have.
    case stackOverflow
    /// The address is part of the program.
    case constant
    /// Code was run at an address that holds none.
    case jump
    case zeroDivisor
    /// The authentication of a pointer failed.
    case authentication
    /// A check that the compiler inserted on demand (-fsanitize-trap) failed.
    case check
    /// Another check of the program failed.
    case trap
    /// Nothing.
    case none
  }

  /// How sure the name of a pointer is. The raw value is the name in JSON output.
  package enum Certainty: String, Sendable {
    /// The debug information has the variable in this register at this instruction.
    case certain = "is"
    /// The preceding instructions show where the register's value comes from.
    case probable = "probably"
  }

  /// The number that an index has to be below.
  package struct Bound: Hashable, Sendable {
    package var value: UInt64
    /// The register that holds it, or nil if it is a constant.
    package var register: String?
    /// The variable that is in the register, or nil if unknown.
    package var name: String?

    package init(value: UInt64, register: String? = nil, name: String? = nil) {
      (self.value, self.register, self.name) = (value, register, name)
    }
  }

  /// The position of the frame in `CrashReport.frames`.
  package var frame: Int
  /// The instruction in assembler, or nil if code was run where there is none.
  package var text: String?
  package var bytes: [UInt8] = []
  package var source: Source?
  /// `read`, `write`, `read and write`, `execute`, `divide`, or nil if nothing is accessed.
  package var access: String?
  /// The number of bytes, or nil if unknown.
  package var size: Int?
  package var base: Operand?
  package var index: Operand?
  /// The variable that is in `index`, as an expression of the source, or nil if unknown.
  package var indexName: String?
  /// The first number that is too large for `index`, if a check of it failed; nil if unknown or if no check did.
  package var bound: Bound?
  /// The factor of `index`.
  package var scale: Int?
  /// The constant that is added.
  package var offset: Int64?
  /// The address that base, index and offset give.
  package var address: UInt64?
  /// Whether that is the address that the report states, or nil if it states none.
  package var explains: Bool?
  package var finding = Finding.none
  /// The variable whose value is in the base register, as an expression of the source, or nil if unknown.
  package var pointer: String?
  /// Whether `pointer` is the name of a function, which returned the pointer.
  package var isResult = false
  /// The value of `pointer`.
  package var pointerValue: UInt64?
  /// The member of the pointer's type that was accessed, or nil if unknown.
  package var member: String?
  /// The distance of the access from the value of `pointer`.
  package var memberOffset: Int64?
  /// How sure `pointer` is, or nil without one.
  package var certainty: Certainty?
  /// Why there is no `pointer`, or nil if there is one or nobody looked.
  package var reason: String?
  /// All of this for people, in one line, or nil if it explains nothing.
  package var sentence: String?

  package init(frame: Int) { self.frame = frame }
}
