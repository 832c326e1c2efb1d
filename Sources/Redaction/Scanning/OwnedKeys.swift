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

  /// Returns what was found.
  func secrets() -> [Secret] {
    var found: [Secret] = []
    scan(bytes.indices, Level(backslashes: 0, isLine: !isWhole), &found)
    return found
  }

  /// Where the bytes hold JSON: as they are, or escaped in a string.
  private struct Level {
    /// The backslashes before each quote: none, or in a string of JSON one, and in a string of that three.
    var backslashes: Int
    /// Whether a line end ends everything.
    var isLine: Bool
  }

  /// The strings in strings that are looked at.
  private static let deepest = 3

  private func scan(_ range: Range<Int>, _ level: Level, _ found: inout [Secret]) {
    var owners: [[String: Secret.Kind]?] = []
    var key: Range<Int>?
    var position = range.lowerBound
    while position < range.upperBound {
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
      case UInt8(ascii: "\n") where level.isLine:
        owners = []
        key = nil
      case UInt8(ascii: "\""):
        let text = string(at: position, in: range, level)
        let end = text.upperBound + level.backslashes
        if isKey(endingAt: end) {
          key = text
        } else {
          take(text, key, owners.last.flatMap { $0 }, level, &found)
          key = nil
        }
        // The end of a line is no closing quote.
        if level.isLine, end < range.upperBound, bytes[end] != UInt8(ascii: "\"") {
          position = end
          continue
        }
        position = max(end, position)
      default: break
      }
      position += 1
    }
  }

  /// Takes a value if its key in an object of such keys says what it is; else looks for JSON in it.
  private func take(
    _ text: Range<Int>, _ key: Range<Int>?, _ owner: [String: Secret.Kind]?, _ level: Level, _ found: inout [Secret]
  ) {
    if let key, let kind = owner?[SecretKeys.plain(key, of: bytes)] {
      guard KeyScanner.isSecret(bytes[text]) else { return }
      found.append(Secret(kind: kind, range: text, keepsShape: kind == .identifier))
    } else if let first = text.first, bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "["),
      level.backslashes < 1 << Self.deepest - 1
    {
      scan(text, Level(backslashes: 2 * level.backslashes + 1, isLine: false), &found)
    }
  }

  private func kinds(_ key: Range<Int>) -> [String: Secret.Kind]? {
    key.count <= 20 ? Self.kinds[SecretKeys.plain(key, of: bytes)] : nil
  }

  /// Returns the contents of the string whose opening quote is at a position, up to the end, or that of the line in a log, if it
  /// has no closing quote.
  private func string(at quote: Int, in range: Range<Int>, _ level: Level) -> Range<Int> {
    let start = quote + 1
    var end = start
    var run = 0
    while end < range.upperBound, !level.isLine || bytes[end] != UInt8(ascii: "\n") {
      // Without backslashes before quotes, two of them are one character.
      let isQuote = bytes[end] == UInt8(ascii: "\"") && (level.backslashes == 0 ? run % 2 == 0 : run == level.backslashes)
      if isQuote { return start..<max(end - level.backslashes, start) }
      run = bytes[end] == UInt8(ascii: "\\") ? run + 1 : 0
      end += 1
    }
    return start..<max(end - level.backslashes, start)
  }

  /// Whether a colon follows the string whose closing quote is at a position.
  private func isKey(endingAt quote: Int) -> Bool {
    var next = quote + 1
    while next < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[next]) { next += 1 }
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
  }
}
