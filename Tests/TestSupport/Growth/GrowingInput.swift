/// A report or log that grows in one dimension: more of its reports, threads, frames or images, deeper, longer lines, the same key
/// again.
package struct GrowingInput: Sendable, CustomStringConvertible {
  /// The format and what grows.
  package let name: String
  private let make: @Sendable (Int) -> [UInt8]

  package var description: String { name }

  /// Describes an input that is made as a whole.
  package init(_ name: String, make: @escaping @Sendable (_ size: Int) -> [UInt8]) {
    self.name = name
    self.make = make
  }

  /// Describes an input of a beginning, numbered units, an end for each of them, and an end. `separator` stands between units.
  package init(
    _ name: String, _ head: String = "", separator: String = "", closing: String = "", end: String = "",
    unit: @escaping @Sendable (Int) -> String
  ) {
    self.init(name) { size in
      var bytes = Array(head.utf8)
      var count = 0
      let closed = Array(closing.utf8)
      while bytes.count + count * closed.count < size || count == 0 {
        if count > 0 { bytes += Array(separator.utf8) }
        bytes += Array(unit(count).utf8)
        count += 1
      }
      for _ in 0..<count { bytes += closed }
      return bytes + Array(end.utf8)
    }
  }

  /// Returns an input of about `size` bytes.
  package func bytes(_ size: Int) -> [UInt8] { make(size) }

  /// All inputs.
  package static let all: [GrowingInput] =
    appleText + trees + ips + stackshots + ksCrash + sentry + metricKit + otherJSON + texts + logs + mobile + minidump + binaries
}

extension Int {
  /// The number in sixteen hexadecimal digits.
  var address: String {
    let digits = String(self, radix: 16)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
