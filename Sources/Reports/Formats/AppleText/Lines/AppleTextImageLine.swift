import CrashModel
import SymbolModel

/// One line of the image list: `START - END [+]NAME [ARCH] [(VERSION)] <UUID> PATH`, END inclusive or `???`.
struct AppleTextImageLine {
  var image: BinaryImage
  /// Whether the line ends too early to identify an image, as the last line of a cut report may.
  var isCut: Bool

  /// Reads a line without its end. Returns nil if it is not an image. Known images are looked up in `known`.
  init?(_ bytes: [UInt8], _ line: Range<Int>, _ known: KnownImages? = nil) {
    let end = line.upperBound
    var at = TextScan.skipBlanks(bytes, line.lowerBound, end)
    // Spindumps mark the kernel's image with a star.
    if at < end, bytes[at] == UInt8(ascii: "*") { at += 1 }
    guard let start = TextScan.hexadecimal(bytes, at, end) else { return nil }
    at = TextScan.skipBlanks(bytes, start.end, end)
    guard at < end, bytes[at] == UInt8(ascii: "-") else { return nil }
    at = TextScan.skipBlanks(bytes, at + 1, end)
    let last = TextScan.hexadecimal(bytes, at, end)
    guard let last else {
      guard TextScan.hasPrefix(bytes, at, end, "???") else { return nil }
      self.init(bytes, line, start: start.value, last: nil, rest: at + 3..<end, known)
      return
    }
    self.init(bytes, line, start: start.value, last: last.value, rest: last.end..<end, known)
  }

  private init(_ bytes: [UInt8], _ line: Range<Int>, start: UInt64, last: UInt64?, rest: Range<Int>, _ known: KnownImages?) {
    // The blank distinguishes the text from that of other formats.
    let known = rest.first.map { bytes[$0] == TextScan.space } == true ? known : nil
    if let image = known?.image(saying: bytes.span.extracting(rest)) {
      self.init(image: image, isCut: false)
    } else {
      self.init(bytes, rest)
      if !isCut { known?.keep(image, saying: bytes.span.extracting(rest)) }
    }
    image.sourceRange = line
    image.loadAddress = RuntimeAddress(start)
    image.size = last.flatMap { $0 < start ? nil : $0 &- start == .max ? .max : $0 &- start &+ 1 }
    image.isPlaceholder = start == 0 && last == .max
  }

  private init(image: BinaryImage, isCut: Bool) {
    self.image = image
    self.isCut = isCut
  }

  /// Reads the text after the addresses.
  private init(_ bytes: [UInt8], _ rest: Range<Int>) {
    var words = Words()
    let parts = Parts(bytes, rest)
    isCut = parts.id == nil && parts.path == nil
    let name = words.read(bytes, label: parts.label)
    words.read(bytes, id: parts.id)
    words.read(bytes, path: parts.path, label: name)
    image = BinaryImage(words.build, inApp: words.inApp)
  }

  /// The three columns after the addresses.
  private struct Parts {
    var label: Range<Int>
    var id: Range<Int>?
    var path: Range<Int>?

    init(_ bytes: [UInt8], _ range: Range<Int>) {
      let rest = TextScan.trimmed(bytes, range)
      label = rest
      if let open = Self.find(bytes, rest, "<", "&lt;"),
        let close = Self.find(bytes, open.upperBound..<rest.upperBound, ">", "&gt;")
      {
        label = TextScan.trimmed(bytes, rest.lowerBound..<open.lowerBound)
        id = open.upperBound..<close.lowerBound
        path = TextScan.trimmed(bytes, close.upperBound..<rest.upperBound)
      } else if let slash = TextScan.find(bytes, rest, " /") {
        label = TextScan.trimmed(bytes, rest.lowerBound..<slash)
        path = TextScan.trimmed(bytes, slash..<rest.upperBound)
      }
    }

    private static func find(_ bytes: [UInt8], _ range: Range<Int>, _ sign: String, _ entity: String) -> Range<Int>? {
      if let at = TextScan.find(bytes, range, sign) { return at..<at + 1 }
      return TextScan.find(bytes, range, entity).map { $0..<$0 + entity.utf8.count }
    }
  }

  /// What the columns say.
  private struct Words {
    var build = BinaryImage.Build()
    var inApp = false

    mutating func read(_ bytes: [UInt8], id: Range<Int>?) {
      guard let id, !id.isEmpty else { return }
      build.idText = TextScan.text(bytes, id)
      build.id = ImageID(hexadecimal: bytes.span.extracting(id))
    }

    /// Reads the path and with it the file's name; `label` is the name that was read before, or empty.
    mutating func read(_ bytes: [UInt8], path: Range<Int>?, label: Range<Int>) {
      guard let path, !path.isEmpty, !TextScan.hasPrefix(bytes, path, "???") else { return }
      let text = TextScan.text(bytes, path)
      build.path = text
      inApp = inApp && !text.utf8.contains(UInt8(ascii: "/")) || ImageOwnership.isInApp(path: text)
      var last = path.upperBound
      while last > path.lowerBound, bytes[last - 1] != UInt8(ascii: "/") { last -= 1 }
      guard last < path.upperBound, label.isEmpty || !TextScan.equal(bytes, label, last..<path.upperBound) else { return }
      // Up to macOS 11 the list has bundle identifiers; the file's name is only in the path.
      let name = TextScan.text(bytes, last..<path.upperBound)
      if let label = build.name, label != name { build.identifier = label }
      build.name = name
    }

    /// Reads `[+]NAME [ARCH] [SHORT] [(VERSION)]` and returns the range of the name, which is empty if there is none.
    mutating func read(_ bytes: [UInt8], label: Range<Int>) -> Range<Int> {
      var name = label
      if let first = name.first, bytes[first] == UInt8(ascii: "+") {
        inApp = true
        name = name.lowerBound + 1..<name.upperBound
      }
      if let last = name.last, bytes[last] == UInt8(ascii: ")"), let open = TextScan.findLast(bytes, name, " (") {
        build.version = TextScan.trimmedText(bytes, open + 2..<last)
        name = name.lowerBound..<TextScan.trimmedEnd(bytes, name.lowerBound, open)
      }
      let wordStart = TextScan.wordStart(bytes, before: name.upperBound, from: name.lowerBound)
      if wordStart > name.lowerBound, wordStart < name.upperBound {
        let word = wordStart..<name.upperBound
        let text = TextScan.text(bytes, word)
        if Self.isArchitecture(text) {
          build.architecture = text == "???" ? nil : Architecture(Self.spelling(text))
          name = name.lowerBound..<TextScan.trimmedEnd(bytes, name.lowerBound, wordStart)
        } else if build.version != nil, TextScan.isDigit(bytes[word.lowerBound]) {
          // Spindumps print `com.apple.CoreFoundation 6.9 (1863)`.
          build.version = text + " (" + (build.version ?? "") + ")"
          name = name.lowerBound..<TextScan.trimmedEnd(bytes, name.lowerBound, wordStart)
        }
      }
      guard !name.isEmpty, !TextScan.hasPrefix(bytes, name, "???") else { return name.lowerBound..<name.lowerBound }
      build.name = TextScan.text(bytes, name)
      return name
    }

    private static func isArchitecture(_ word: String) -> Bool {
      switch word {
      case "arm64", "arm64e", "x86_64", "x86_64h", "i386", "i486", "i686", "ppc", "ppc64", "powerpc", "arm", "???", "unknown":
        true
      default: word.hasPrefix("armv") || word.hasPrefix("arm64") || word.hasPrefix("arm-") || word.hasPrefix("x86_64")
      }
    }

    private static func spelling(_ word: String) -> String {
      switch word {
      case "powerpc": "ppc"
      case "arm64-unknown": "arm64"
      case "arm-unknown": "arm"
      default: word
      }
    }
  }
}
