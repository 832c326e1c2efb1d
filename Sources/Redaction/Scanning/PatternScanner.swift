/// Finds secrets by their form: home directories, e-mail addresses, addresses of networks, tokens.
struct PatternScanner {
  private let bytes: [UInt8]

  /// Prepares to search a report.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns what was found, in no order that matters.
  func secrets() -> [Secret] {
    var found: [Secret] = []
    for position in bytes.indices {
      switch bytes[position] {
      case UInt8(ascii: "U"), UInt8(ascii: "h"): if let secret = home(at: position) { found.append(secret) }
      case UInt8(ascii: "@"): if let secret = AddressForms(bytes).email(around: position) { found.append(secret) }
      case UInt8(ascii: "."): if let secret = AddressForms(bytes).version4(firstDot: position) { found.append(secret) }
      case UInt8(ascii: ":"): if let secret = AddressForms(bytes).colons(first: position) { found.append(secret) }
      default: break
      }
    }
    return found + TokenForms(bytes).secrets()
  }

  /// Whether a text may hold the path of a home directory.
  static func mayHoldHome(_ text: String) -> Bool { text.contains("Users") || text.contains("home") }

  /// The names of directories that have home directories in them.
  private static let roots = ["Users", "home"].map { Array($0.utf8) }
  /// Entries of these directories that name nobody. Apple's reports have `USER` already.
  private static let shared: Set<String> = ["Shared", "USER", "user", "mobile", "root", "Public", "Default", "*", "runner"]

  /// Finds `john` in `/Users/john/`, `\/home\/john\/` and `C:\Users\john\` at the `U` or `h`.
  private func home(at position: Int) -> Secret? {
    guard position > 0, Self.isSeparator(bytes[position - 1]),
      let root = Self.roots.first(where: { bytes[position...].starts(with: $0) })
    else { return nil }
    var start = position + root.count
    let end = start
    while start < bytes.count, start < end + 4, Self.isSeparator(bytes[start]) { start += 1 }
    guard start > end else { return nil }
    var stop = start
    while stop < bytes.count, !Self.endsName(bytes[stop]) { stop += 1 }
    let value = Array(bytes[start..<stop])
    guard !value.isEmpty, value.count <= 64, !Replacement.isReplacement(value),
      !Self.shared.contains(String(decoding: value, as: UTF8.self))
    else { return nil }
    return Secret(kind: .user, range: start..<stop, keepsShape: false)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

  /// Whether a byte cannot belong to the name of a user in a path.
  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7f || isSeparator(byte) || "\"'<>|:,;()[]{}".utf8.contains(byte)
  }
}
