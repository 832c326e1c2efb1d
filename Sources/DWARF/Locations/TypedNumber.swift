/// A number on the stack of location expressions.
struct TypedNumber: Hashable {
  /// The bits; those above the size of the type are 0.
  let bits: UInt64
  /// Nil for the generic type, which is as large as an address.
  let type: LocationOperation.BaseType?
  /// The number of bytes.
  let size: Int

  /// Returns nil for types that are no integers of up to 8 bytes.
  init?(_ bits: UInt64, _ type: LocationOperation.BaseType?, addressSize: Int) {
    let size = type?.size ?? addressSize
    guard (1...8).contains(size), type?.isFloat != true else { return nil }
    self.size = size
    self.type = type
    self.bits = size == 8 ? bits : bits & ((1 << UInt64(8 * size)) - 1)
  }

  private init(_ bits: UInt64, like other: TypedNumber) {
    size = other.size
    type = other.type
    self.bits = size == 8 ? bits : bits & ((1 << UInt64(8 * size)) - 1)
  }

  /// The number, sign-extended.
  var signed: Int64 {
    let unused = Int64(64 - 8 * size)
    return (Int64(bitPattern: bits) << unused) >> unused
  }

  /// The number extended as its type demands.
  var extended: UInt64 { type?.isSigned == true ? UInt64(bitPattern: signed) : bits }

  /// Returns the number with other bits.
  func with(_ bits: UInt64) -> TypedNumber { TypedNumber(bits, like: self) }

  /// Returns the result of an operation on two numbers (`other` is on top of the stack), or nil if there is none or if the types
  /// differ. The generic type is unsigned except for division and comparison (DWARF 5, 2.5.1.4).
  func combined(_ code: UInt8, _ other: TypedNumber, addressSize: Int) -> TypedNumber? {
    let shift = other.bits
    switch code {
    case Operation.shl: return with(shift < 64 ? bits << shift : 0)
    case Operation.shr: return with(shift < 64 ? bits >> shift : 0)
    case Operation.shra: return with(UInt64(bitPattern: signed >> Int64(min(shift, 63))))
    default: break
    }
    guard size == other.size, (type?.isSigned ?? false) == (other.type?.isSigned ?? false) else { return nil }
    switch code {
    case Operation.and: return with(bits & other.bits)
    case Operation.or: return with(bits | other.bits)
    case Operation.xor: return with(bits ^ other.bits)
    case Operation.plus: return with(bits &+ other.bits)
    case Operation.minus: return with(bits &- other.bits)
    case Operation.mul: return with(bits &* other.bits)
    case Operation.div: return divided(other)
    case Operation.mod: return remainder(other)
    default: return compared(code, other).flatMap { TypedNumber($0 ? 1 : 0, nil, addressSize: addressSize) }
    }
  }

  private func divided(_ other: TypedNumber) -> TypedNumber? {
    guard other.bits != 0 else { return nil }
    if type?.isSigned == false { return with(bits / other.bits) }
    return with(UInt64(bitPattern: signed.dividedReportingOverflow(by: other.signed).partialValue))
  }

  private func remainder(_ other: TypedNumber) -> TypedNumber? {
    guard other.bits != 0 else { return nil }
    if type?.isSigned == true {
      return with(UInt64(bitPattern: signed.remainderReportingOverflow(dividingBy: other.signed).partialValue))
    }
    return with(bits % other.bits)
  }

  private func compared(_ code: UInt8, _ other: TypedNumber) -> Bool? {
    let isLess = type?.isSigned == false ? bits < other.bits : signed < other.signed
    switch code {
    case Operation.eq: return bits == other.bits
    case Operation.ne: return bits != other.bits
    case Operation.lt: return isLess
    case Operation.le: return isLess || bits == other.bits
    case Operation.gt: return !isLess && bits != other.bits
    case Operation.ge: return !isLess
    default: return nil
    }
  }
}
