import CrashModel
import SymbolModel

/// Lays frames out in the columns of Apple's reports: number, image, address, text.
struct FrameLines {
  private let answers: SymbolicatedReport
  private let style: FrameStyle
  private let layout: TranslatedText.FrameLayout
  private let isSideBySide: Bool

  /// Prepares the frames of a report. `isSideBySide` puts the distance from the image's start before every text.
  init(
    _ answers: SymbolicatedReport, style: FrameStyle, layout: TranslatedText.FrameLayout = .tabbed, isSideBySide: Bool = false
  ) {
    self.answers = answers
    self.style = style
    self.layout = layout
    self.isSideBySide = isSideBySide
  }

  /// The lines of a stack's frames; inlined functions have lines of their own.
  func lines(in range: Range<Int>) -> [String] {
    let columns = isSideBySide ? SideBySideColumns(answers, range, style: style) : nil
    return range.flatMap { lines(of: $0, columns) }
  }

  private func lines(of position: Int, _ columns: SideBySideColumns?) -> [String] {
    let frame = answers.report.frames[position]
    switch frame.kind {
    case .truncated, .omitted: return texts(of: position)
    case .javaScript: return texts(of: position).map { Self.padded("\(frame.index)", 4) + $0 }
    case .exact, .returnAddress, .asyncResume: break
    }
    let head = head(frame.index, imageName(of: position), frame.address?.value ?? 0)
    return (columns?.texts(of: position) ?? styledTexts(of: position)).map { head + $0 }
  }

  /// What stands behind the address in the style that is wanted.
  private func styledTexts(of position: Int) -> [String] {
    let frame = answers.report.frames[position]
    switch style.names(for: frame, in: answers.report) {
    case .symbolicated, .partiallySymbolicated: return isWithheld(position) ? [place(of: frame)] : texts(of: position)
    case .unsymbolicated: return [place(of: frame)]
    case .sideBySide: return knownWords(of: position).map { FrameStyle.beside(place(of: frame), $0) } ?? [place(of: frame)]
    }
  }

  /// Whether a frame's only name is `<redacted>`, which KSCrash does not print.
  private func isWithheld(_ position: Int) -> Bool {
    layout != .tabbed && answers.resolutions[position].basis == .none
      && answers.report.frames[position].reported?.symbol == "<redacted>"
  }

  /// The distance from the image's start, or from 0.
  private func place(of frame: Frame) -> String {
    answers.report.distance(of: frame) ?? "0x0 + \(frame.imageOffset?.value ?? frame.address?.value ?? 0)"
  }

  /// The columns of the number, the image and the address, a blank after them.
  private func head(_ index: Int, _ image: String, _ address: UInt64) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(80)
    if index >= 0 { NumberText.append(decimal: UInt64(index), to: &bytes) } else { bytes += "\(index)".utf8 }
    Self.pad(&bytes, to: 4)
    bytes += image.utf8
    let digits = NumberText.hexadecimalDigits(address)
    switch layout {
    case .tabbed:
      Self.pad(&bytes, to: max(bytes.count - image.utf8.count, 4) + 30)
      bytes.append(UInt8(ascii: "\t"))
      Self.pad(&bytes, to: bytes.count + 16 - digits)
      bytes += "0x".utf8
    case .padded(let count):
      Self.pad(&bytes, to: max(bytes.count - image.utf8.count, 4) + 31)
      bytes += " 0x".utf8
      bytes += repeatElement(UInt8(ascii: "0"), count: max(min(count, 16) - digits, 0))
    }
    NumberText.append(hexadecimal: address, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func pad(_ bytes: inout [UInt8], to width: Int) {
    bytes += repeatElement(UInt8(ascii: " "), count: max(width - bytes.count, 0))
  }

  /// The name of the image that holds a frame, `???` when unknown.
  func imageName(of position: Int) -> String {
    let frame = answers.report.frames[position]
    return answers.report.image(of: frame).flatMap { $0.name ?? $0.identifier } ?? frame.imageName ?? "???"
  }

  /// What stands behind the address, one element a line.
  func texts(of position: Int) -> [String] { words(of: position).map(\.line) }

  /// An answer, else the reporter's name, else the distance from the image's start; never empty.
  func words(of position: Int) -> [FrameWords] {
    let frame = answers.report.frames[position]
    switch frame.kind {
    case .truncated: return [FrameWords(name: "...")]
    case .omitted: return [FrameWords(name: "... \(frame.omittedCount.map { "\($0) " } ?? "")frames omitted ...")]
    case .javaScript, .exact, .returnAddress, .asyncResume: break
    }
    if let words = knownWords(of: position) { return words }
    return [FrameWords(name: place(of: frame))]
  }

  /// The words of a node of a call tree: `name + 52 (main.m:14 in App + 3892) [0x10ec9251e]`, `??? (App + 3892) [0x...]`.
  func treeTexts(of position: Int) -> [String] {
    let frame = answers.report.frames[position]
    guard let address = frame.address?.value else { return texts(of: position) }
    let load = answers.report.image(of: frame)?.loadAddress?.value
    let distance = frame.imageOffset?.value ?? load.map { address &- $0 } ?? address
    let place = "\(imageName(of: position)) + \(distance)"
    let words = knownWords(of: position) ?? [FrameWords(name: "???")]
    return words.map { words in
      // Such lines have no word for lines that are only near.
      let source = words.place.map { ($0.hasSuffix(", approximate") ? String($0.dropLast(13)) : $0) + " in " } ?? ""
      let marks = (words.isInlined ? " [inlined]" : "") + (words.isMismatch ? " [mismatch]" : "")
      return "\(words.name)\(marks) (\(source)\(place)) [0x\(String(address, radix: 16))]"
    }
  }

  /// An answer, else the reporter's name; nil when neither is known.
  func knownWords(of position: Int) -> [FrameWords]? {
    FrameText.words(of: answers.resolutions[position], style: style)
      ?? FrameText.words(reportedFor: answers.report.frames[position], style: style)
  }

  /// A text with blanks behind it up to a width in bytes.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.utf8.count, 0))
  }

  /// A text with blanks before it up to a width in bytes.
  static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.utf8.count, 0)) + text
  }
}

extension CrashReport {
  /// The image that holds a frame; nil when none does.
  func image(of frame: Frame) -> BinaryImage? {
    frame.image.flatMap { images.indices.contains($0) ? images[$0] : nil }
  }

  /// Where a frame lies, as reports without names print it: `0x105bf8000 + 37256`; nil when no image holds it.
  func distance(of frame: Frame) -> String? {
    guard let image = image(of: frame), !image.isPlaceholder, let load = image.loadAddress else { return nil }
    let address = frame.address?.value ?? 0
    var bytes = Array("0x".utf8)
    NumberText.append(hexadecimal: load.value, to: &bytes)
    bytes += " + ".utf8
    NumberText.append(decimal: frame.imageOffset?.value ?? address &- load.value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
