/// The digits of hexadecimal numbers.
public enum HexDigits {
  /// The lower-case digit of a value below 16.
  @inlinable
  public static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value &+ 48 : value &+ 87 }

  /// The value of a digit of either case; 255 for any other byte.
  @inlinable
  public static func value(of byte: UInt8) -> UInt8 {
    let digit = byte &- 48
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 97
    return letter < 6 ? letter &+ 10 : 255
  }

  /// How many digits a number has without leading zeros; 1 for 0.
  @inlinable
  public static func count(_ number: UInt64) -> Int { max(1, 16 - number.leadingZeroBitCount / 4) }
}
