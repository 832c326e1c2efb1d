/// The patterns of one role.
struct RoleList: Sendable {
  /// One line of a rules file.
  private struct Entry: Hashable, Sendable {
    var name: Pattern?
    var image: Pattern?
    var isEverywhere: Bool

    /// Returns false if the pattern of the name or of the image does not match.
    func permits(names: Pattern.FirstBytes, image: Pattern.FirstBytes) -> Bool {
      if let pattern = self.image, !image.permit(pattern) { return false }
      return name.map { names.permit($0) } ?? true
    }
  }

  /// Patterns without stars or images: whether each also counts in app images.
  private var literals: [String: Bool] = [:]
  private var entries: [Entry] = []
  /// `entries`, to find one; nil until one is removed.
  private var known: Set<Entry>?

  /// Whether there is no pattern.
  var isEmpty: Bool { literals.isEmpty && entries.isEmpty }

  /// Adds a line: `NAME`, `image:IMAGE`, or `image:IMAGE NAME`. With `isEverywhere` it also counts in app images.
  mutating func add(_ line: String, isEverywhere: Bool) {
    let entry = Self.entry(line, isEverywhere: isEverywhere)
    if entry.image == nil, let name = entry.name, name.isLiteral {
      literals[name.text] = isEverywhere || literals[name.text] == true
    } else if known?.insert(entry).inserted ?? true {
      entries.append(entry)
    }
  }

  /// Removes a line as it was written.
  mutating func remove(_ line: String) {
    literals[line] = nil
    for isEverywhere in [false, true] {
      let entry = Self.entry(line, isEverywhere: isEverywhere)
      if known == nil { known = Set(entries) }
      guard known?.remove(entry) != nil else { continue }
      entries.removeAll { $0 == entry }
    }
  }

  /// The pattern that a function matches, as it is written; nil when none does. `names` are spellings of one name.
  func match(_ names: [String], image: String?, isApp: Bool) -> String? {
    for name in names {
      if let isEverywhere = literals[name], isEverywhere || !isApp { return name }
    }
    let firstBytes = Pattern.FirstBytes(names)
    let imageBytes = Pattern.FirstBytes(image.map { [$0] } ?? [])
    for position in entries.indices {
      // Most entries are passed over here; to copy each of them first takes twice the instructions.
      guard entries.span[position].isEverywhere || !isApp,
        entries.span[position].permits(names: firstBytes, image: imageBytes)
      else { continue }
      let entry = entries[position]
      if let pattern = entry.image {
        guard let image, pattern.matches(image) else { continue }
        guard let name = entry.name else { return "image:\(pattern.text)" }
        if names.contains(where: name.matches) { return "image:\(pattern.text) \(name.text)" }
      } else if let name = entry.name, names.contains(where: name.matches) {
        return name.text
      }
    }
    return nil
  }

  private static func entry(_ line: String, isEverywhere: Bool) -> Entry {
    // Most lines differ at the first byte.
    guard line.utf8.first == UInt8(ascii: "i"), line.hasPrefix("image:") else {
      return Entry(name: Pattern(line), image: nil, isEverywhere: isEverywhere)
    }
    let (image, name) = line.dropFirst(6).firstWord
    return Entry(name: name.isEmpty ? nil : Pattern(String(name)), image: Pattern(String(image)), isEverywhere: isEverywhere)
  }
}
