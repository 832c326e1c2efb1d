/// The words of a key: `deviceName`, `device_name`, `Device Name`, `device.name` and `DEVICE-NAME` are the words `device` and `name`.
enum KeyWords {
  /// The longest key that is looked at, in bytes.
  static let longest = 64

  /// Returns the words of a key, in lower case.
  static func split(_ key: some Collection<UInt8>) -> [String] {
    let bytes = Array(key)
    var words: [String] = []
    var word = ""
    for (position, byte) in bytes.enumerated() {
      guard Letters.isAlphanumeric(byte) else {
        if byte == UInt8(ascii: "'") { continue }
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      let previous = position > 0 ? bytes[position - 1] : 0
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      let isLower = Letters.isLetter(next) && !Letters.isUpper(next)
      // `userID` and `IPAddress`: an upper-case letter begins a word after a lower-case one, and before one if the word goes on.
      let begins =
        Letters.isUpper(byte) && Letters.isAlphanumeric(previous) && (!Letters.isUpper(previous) || isLower)
        || Letters.isDigit(byte) != Letters.isDigit(previous) && Letters.isAlphanumeric(previous) && Letters.isDigit(byte)
      if begins, !word.isEmpty {
        words.append(word)
        word = ""
      }
      word.unicodeScalars.append(Unicode.Scalar(Letters.lower(byte)))
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
