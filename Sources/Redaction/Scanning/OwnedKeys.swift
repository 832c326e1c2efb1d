/// Finds secrets in JSON by the key before them and the key of the object that holds them: a `name` says who or which device a
/// report comes from only in `"user": {"name": "…"}` and `"device": {"name": "…"}`.
struct OwnedKeys {
  /// What the values of keys in objects are, by the key of the object. Names are compared as those of `SecretKeys`.
  private static let kinds: [String: [String: Secret.Kind]] = {
    let user: [String: Secret.Kind] = [
      "id": .identifier, "uuid": .identifier, "identifier": .identifier, "name": .user, "displayname": .user, "nickname": .user,
      "ip": .ip, "phone": .secret,
    ]
    let device: [String: Secret.Kind] = ["id": .identifier, "uuid": .identifier, "identifier": .identifier, "name": .device]
    return [
      "user": user, "usr": user, "person": user, "account": user, "customer": user, "device": device, "machine": device,
      "host": device,
    ]
  }()

  private let bytes: [UInt8]
  /// Whether all is JSON; else each line may hold some, as in a log.
  private let isWhole: Bool

  /// Prepares to search a report.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isWhole = JSONEscapes.isJSON(bytes)
  }

  /// Returns what was found, in the order of the positions.
  func secrets() -> [Secret] {
    var found: [Secret] = []
    var owners: [[String: Secret.Kind]?] = []
    var key: Range<Int>?
    var position = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"):
        owners.append(key.flatMap(kinds))
        key = nil
      case UInt8(ascii: "["):
        // The first object of a list belongs to the key of the list.
        owners.append(nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = owners.popLast()
        key = nil
      case UInt8(ascii: ","): key = nil
      case UInt8(ascii: "\n") where !isWhole:
        owners = []
        key = nil
      case UInt8(ascii: "\""):
        let text = string(at: position)
        position = text.upperBound
        if isKey(endingAt: position) {
          key = text
        } else if let name = key, let kind = owners.last.flatMap({ $0 })?[SecretKeys.plain(name, of: bytes)] {
          if KeyScanner.isSecret(bytes[text]) {
            found.append(Secret(kind: kind, range: text, keepsShape: kind == .identifier))
          }
          key = nil
        }
        // The end of a line is no closing quote.
        if position < bytes.count, bytes[position] != UInt8(ascii: "\"") { continue }
      default: break
      }
      position += 1
    }
    return found
  }

  private func kinds(_ key: Range<Int>) -> [String: Secret.Kind]? {
    key.count <= 20 ? Self.kinds[SecretKeys.plain(key, of: bytes)] : nil
  }

  /// Returns the contents of the string whose opening quote is at a position, up to the end, or that of the line in a log, if it
  /// has no closing one.
  private func string(at quote: Int) -> Range<Int> {
    var end = quote + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), isWhole || bytes[end] != UInt8(ascii: "\n") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return (quote + 1)..<max(min(end, bytes.count), quote + 1)
  }

  /// Whether a colon follows the string whose closing quote is at a position.
  private func isKey(endingAt quote: Int) -> Bool {
    var next = quote + 1
    while next < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[next]) { next += 1 }
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
  }
}
