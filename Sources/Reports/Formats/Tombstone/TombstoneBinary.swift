import Bytes

/// The binary form of tombstones (`tombstone_00.pb`, debuggerd/proto/tombstone.proto), which is recognized and not read.
enum TombstoneBinary {
  /// What to do instead.
  static let advice =
    "an Android tombstone in its binary form; its text is in the file beside it, without .pb, or what AOSP's pbtool prints of it"

  /// The numbers of the fields that may come before the process's ID, and what they are: 0 for a number, 2 for text.
  private static let fields: [UInt8: UInt8] = [1: 0, 2: 2, 3: 2, 4: 2, 5: 0]

  /// Returns whether a file begins as such a message: with the processor and the build of the system, whose fingerprint has slashes and
  /// colons (`google/bluejay/bluejay:16/BP3A.250905.014/13873947:user/release-keys`).
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes.prefix(2048)
    var hasFingerprint = false
    while let tag = rest.popFirst(), tag < 0x80, let kind = fields[tag >> 3], kind == tag & 7, let value = number(&rest) {
      if kind == 0 {
        if tag >> 3 == 5 { return hasFingerprint }
        continue
      }
      guard value <= rest.count else { return false }
      let text = rest.prefix(value)
      if tag >> 3 == 2 { hasFingerprint = text.count { $0 == UInt8(ascii: "/") } >= 4 && text.contains(UInt8(ascii: ":")) }
      rest = rest.dropFirst(value)
    }
    return false
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= Int(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
