/// A Swift type whose values can be decoded, by its mangled name (Swift's ABI, "Mangling").
indirect enum SwiftType: Hashable, Sendable {
  case integer(size: Int, isSigned: Bool)
  case float(size: Int)
  case bool
  case string
  /// A pointer, or a reference to an object.
  case address
  case optional(SwiftType)

  /// Reads the mangled name of a type (`$sSiD`), or returns nil for all others.
  init?(_ mangled: String) {
    guard mangled.hasPrefix("$s"), mangled.hasSuffix("D") else { return nil }
    self.init(body: mangled.dropFirst(2).dropLast())
  }

  private init?(body: Substring) {
    if let known = Self.known[String(body)] {
      self = known
    } else if body.hasSuffix("Sg"), let wrapped = SwiftType(body: body.dropLast(2)) {
      if case .optional = wrapped { return nil }
      self = .optional(wrapped)
    } else if body.hasSuffix("C"), body.first?.isNumber == true, Self.isNominal(body.dropLast()) {
      self = .address
    } else if body.hasPrefix("SP") || body.hasPrefix("Sp"), body.hasSuffix("G") {
      // UnsafePointer and UnsafeMutablePointer of one type: the closing G must be the pointer's own.
      guard body.utf8.count(where: { $0 == UInt8(ascii: "G") }) == 1 else { return nil }
      self = .address
    } else {
      return nil
    }
  }

  /// Whether a text is a module and nothing but names of nested types: `4main4Cart`, `4main4CartV5Owner`, `s0A4Cart`.
  private static func isNominal(_ text: Substring) -> Bool {
    var (rest, names) = (text, 0)
    while let first = rest.first, first.isNumber {
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      // A number that begins with 0 has words of earlier names in it.
      guard first != "0", let count = Int(digits), count <= rest.utf8.count else { return first == "0" && names > 0 }
      rest = rest.dropFirst(count)
      names += 1
      if let kind = rest.first, "VCO".contains(kind) { rest = rest.dropFirst() }
    }
    return rest.isEmpty && names > 1
  }

  private static let known: [String: SwiftType] = [
    "Si": .integer(size: 8, isSigned: true), "Su": .integer(size: 8, isSigned: false),
    "s4Int8V": .integer(size: 1, isSigned: true), "s5Int16V": .integer(size: 2, isSigned: true),
    "s5Int32V": .integer(size: 4, isSigned: true), "s5Int64V": .integer(size: 8, isSigned: true),
    "s5UInt8V": .integer(size: 1, isSigned: false), "s6UInt16V": .integer(size: 2, isSigned: false),
    "s6UInt32V": .integer(size: 4, isSigned: false), "s6UInt64V": .integer(size: 8, isSigned: false),
    "Sd": .float(size: 8), "Sf": .float(size: 4), "Sb": .bool, "SS": .string, "SV": .address, "Sv": .address,
  ]

  /// The number of bytes that hold a value.
  var size: Int {
    switch self {
    case .integer(let size, _), .float(let size): size
    case .bool: 1
    case .string: 16
    case .address: 8
    case .optional(let wrapped):
      switch wrapped {
      // Bool, pointers and strings have bit patterns to spare; numbers have none.
      case .bool, .string, .address, .optional: wrapped.size
      case .integer, .float: wrapped.size + 1
      }
    }
  }
}
