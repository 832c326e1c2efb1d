/// A parameter or local variable of a function at the instruction where a thread stopped.
package struct FrameVariable: Hashable, Sendable {
  /// The raw value is the name in JSON output.
  package enum Kind: String, Sendable {
    case parameter
    case local
  }

  package var name: String
  /// The type as its language writes it, or nil if the debug file has none.
  package var type: String?
  /// The mangled name of a Swift type, or nil for other languages.
  package var mangledType: String?
  package var kind: Kind
  /// The function that declares it, or nil if unknown.
  package var function: String?
  /// The number of inlined calls around it: 0 in the function that has the code.
  package var inlineDepth: Int
  package var value: VariableValue
  /// Where the value was: registers by the report's names, `stack`, `memory`, `constant`. Empty without a value.
  package var origins: [String] = []

  package init(name: String, kind: Kind, inlineDepth: Int, value: VariableValue) {
    self.name = name
    self.kind = kind
    self.inlineDepth = inlineDepth
    self.value = value
  }
}

/// The value of a variable or of a part of one.
package indirect enum VariableValue: Hashable, Sendable {
  /// Why there is no value. The raw value is the text of all outputs.
  package enum Reason: String, Sendable, CaseIterable {
    /// The program does not keep the value at this instruction.
    case optimizedOut = "optimized out"
    /// The program keeps the value in a register or in memory that the report does not have.
    case notInReport = "not in the report"
    /// The value is described by what a register held when the function was called.
    case entryValue = "known only at the function's entry"
    /// The function has not stored its parameters yet.
    case prologue = "not set before the end of the prologue"
    /// The line of the instruction, or a later one, declares the variable: it has no value yet.
    case notSet = "declared on this line or later"
    /// The function has removed its frame before it returns.
    case noFrame = "the function's frame is gone"
    case threadLocal = "thread-local"
    case noType = "type not in the debug file"
    case unknownType = "type not decoded"
    case unknownLocation = "location not decoded"
    /// `--redact` removed the value.
    case redacted = "redacted"
  }

  /// An address that a variable holds.
  package struct Pointer: Hashable, Sendable {
    package var address: UInt64
    /// Whether it leads to code.
    package var isFunction = false
    /// What is at the address (`stack`, `in libshop.so`, `<handler>`), or nil if unknown.
    package var note: String?
    /// The characters at the address, or nil if they are none or not in the report.
    package var text: String?

    package init(_ address: UInt64) { self.address = address }
  }

  package struct Member: Hashable, Sendable {
    /// Empty for parts without a name.
    package var name: String
    package var value: VariableValue

    package init(name: String, value: VariableValue) {
      self.name = name
      self.value = value
    }
  }

  /// A number, with its character for types of characters: `3`, `2.5`, `97 'a'`.
  case number(String)
  /// A case of an enumeration, `true`, `nil`.
  case named(String)
  case pointer(Pointer)
  /// The characters of a string or of an array of them, without quotes. Bytes that are no text are escaped.
  case text(String)
  case members([Member])
  /// The first elements of an array of `count`.
  case elements([VariableValue], count: Int)
  case absent(Reason)
}
