public import AppleLayout
public import CrashModel

/// Colors finished text for a terminal: the crashed thread's header and the app's own frames are highlighted, files and lines
/// have a second color, `[inlined]` is dim. Files and lines that have a link become links. Control characters in the text are
/// made visible first.
public struct TextColor: Sendable {
  private let appImages: [[UInt8]]
  private let links: TextLinks

  /// Prepares colors for a text of these reports; `style` is the style of their frames.
  public init(_ reports: [SymbolicatedReport], style: FrameStyle = FrameStyle()) {
    links = TextLinks(reports, style: style)
    let images = reports.flatMap { $0.report.images }.filter(\.inApp)
    let names = Set(images.flatMap { [$0.name, $0.identifier].compactMap { $0 } })
    appImages = names.sorted().map { Array($0.utf8) }
  }

  /// Returns the text with escape sequences; without them, it equals `TerminalText.visible` of the same bytes.
  public func painted(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    var isFirst = true
    for line in TerminalText.visible(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if !isFirst { result.append(UInt8(ascii: "\n")) }
      isFirst = false
      paint(Array(line), into: &result)
    }
    return result
  }

  private func paint(_ line: [UInt8], into result: inout [UInt8]) {
    if Self.isCrashedHeader(line) {
      result += ANSIStyle.crashedThread.start + line + ANSIStyle.end
    } else if let name = frameName(line) {
      let isApp = appImages.contains { name.starts(with: $0) && isColumnEnd(name, $0.count) }
      paintFrame(line, base: isApp ? ANSIStyle.appFrame.start : [], address: Self.address(in: name), into: &result)
    } else {
      result += line
    }
  }

  /// `Thread 0 Crashed:` and its variants; `Thread 0 Highlighted:` of hangs.
  private static func isCrashedHeader(_ line: [UInt8]) -> Bool {
    guard line.starts(with: "Thread ".utf8) else { return false }
    let rest = line.dropFirst(7).drop { $0 >= 48 && $0 <= 57 }
    return rest.starts(with: " Crashed:".utf8) || rest.starts(with: " Highlighted:".utf8)
  }

  /// Returns the line from the image's name on, if the line is a frame: digits, blanks, a name, an address.
  private func frameName(_ line: [UInt8]) -> ArraySlice<UInt8>? {
    guard let first = line.first, first >= 48, first <= 57 else { return nil }
    let rest = line.drop { $0 >= 48 && $0 <= 57 }
    guard rest.first == UInt8(ascii: " ") else { return nil }
    let name = rest.drop { $0 == UInt8(ascii: " ") }
    return Self.position(of: "0x", in: name) == nil ? nil : name
  }

  private func isColumnEnd(_ name: ArraySlice<UInt8>, _ count: Int) -> Bool {
    guard let next = name.dropFirst(count).first else { return true }
    return next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
  }

  /// Colors the marks and the file at the end of a frame; `base` is the style of everything else.
  private func paintFrame(_ line: [UInt8], base: [UInt8], address: UInt64?, into result: inout [UInt8]) {
    var rest = line[...]
    result += base
    func paint(_ count: Int, _ style: ANSIStyle, link: String? = nil) {
      if !base.isEmpty { result += ANSIStyle.end }
      result += style.start + ANSIStyle.linked(rest.prefix(count), to: link) + ANSIStyle.end + base
      rest = rest.dropFirst(count)
    }
    if let mark = Self.position(of: " [inlined]", in: rest) {
      result += rest[..<mark]
      rest = rest[mark...]
      paint(10, .inlinedMark)
    }
    if let place = Self.lastPlace(in: rest) {
      result += rest[..<(place.startIndex - 1)]
      rest = rest[(place.startIndex - 1)...]
      paint(place.count + 2, .place, link: address.flatMap { links.url(address: $0, place: place) })
    }
    if let mark = Self.position(of: " [mismatch]", in: rest) {
      result += rest[..<mark]
      rest = rest[mark...]
      paint(11, .warning)
    }
    result += rest
    if !base.isEmpty { result += ANSIStyle.end }
  }

  /// Returns the number after the first `0x`.
  private static func address(in name: ArraySlice<UInt8>) -> UInt64? {
    guard let start = position(of: "0x", in: name) else { return nil }
    let digits = name[(start + 2)...].prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Returns `File.swift:12` of ` (File.swift:12)` at the end of a line, before a mark, or before the parenthesis that ends the
  /// words beside a distance: `0x1000 + 24 (main + 8 (main.c:9) [mismatch])`.
  private static func lastPlace(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let open = line.lastIndex(of: UInt8(ascii: "(")), open > line.startIndex, line[open - 1] == UInt8(ascii: " "),
      let close = line[open...].firstIndex(of: UInt8(ascii: ")")),
      line[(close + 1)...].first.map(" )\r".utf8.contains) ?? true
    else { return nil }
    let text = line[(open + 1)..<close]
    // Beside a distance, ` (ns::f + 8)` is a function without a file.
    if text.reversed().drop(while: { $0 >= 48 && $0 <= 57 }).starts(with: " + ".utf8) { return nil }
    return text.contains(where: ":.<".utf8.contains) ? text : nil
  }

  private static func position(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return nil }
    var at = bytes.startIndex
    while at + wanted.count <= bytes.endIndex {
      if bytes[at] == first, bytes[at..<at + wanted.count].elementsEqual(wanted) { return at }
      at += 1
    }
    return nil
  }
}
