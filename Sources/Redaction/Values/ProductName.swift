/// The names that Apple's devices have before anybody gives them one, which systems also show apps instead of the owner's: they say
/// nothing about anybody.
enum ProductName {
  private static let words: Set<String> = [
    "apple", "iphone", "ipad", "ipod", "mac", "macbook", "imac", "watch", "tv", "vision", "touch", "air", "pro", "max", "mini",
    "plus",
    "se", "studio", "ultra", "series", "generation", "gen", "inch", "simulator", "virtual", "machine", "cellular", "wifi", "gps",
    "e",
    "th", "st", "nd", "rd", "mm", "m", "s", "c", "xr", "xs", "x",
  ]

  /// Whether a text has no word but those of products and numbers: `iPhone 16 Pro`, `iPad (9th generation)`.
  static func isAlone(_ text: String) -> Bool {
    guard text.utf8.count <= 64 else { return false }
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard let first = parts.first, words.contains(String(first)) else { return false }
    return text.unicodeScalars.allSatisfy(\.isASCII) && parts.allSatisfy(isOfProduct)
  }

  /// Whether a word is a product's, a short number, or a short number before such a word: `9th`, `16e`, `44mm`.
  private static func isOfProduct(_ word: Substring) -> Bool {
    let rest = word.drop(while: \.isNumber)
    guard word.count - rest.count <= 4 else { return false }
    return rest.isEmpty || words.contains(String(rest))
  }
}
