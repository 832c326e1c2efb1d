import CrashModel
import SymbolModel

/// Lays frames out in the columns of Apple's reports: number, image, address, text.
struct FrameLines {
  private let answers: SymbolicatedReport
  private let style: FrameStyle
  private let layout: TranslatedText.FrameLayout

  /// Prepares the frames of a report.
  init(_ answers: SymbolicatedReport, style: FrameStyle, layout: TranslatedText.FrameLayout = .tabbed) {
    self.answers = answers
    self.style = style
    self.layout = layout
  }

  /// The lines of a stack's frames; inlined functions have lines of their own.
  func lines(in range: Range<Int>) -> [String] { range.flatMap(lines(of:)) }

  private func lines(of position: Int) -> [String] {
    let frame = answers.report.frames[position]
    switch frame.kind {
    case .truncated: return ["..."]
    case .omitted: return ["... \(frame.omittedCount.map { "\($0) " } ?? "")frames omitted ..."]
    case .javaScript: return texts(of: position).map { Self.padded("\(frame.index)", 4) + $0 }
    case .exact, .returnAddress, .asyncResume: break
    }
    let name = image(of: frame).flatMap { $0.name ?? $0.identifier } ?? frame.imageName ?? "???"
    let columns = Self.padded("\(frame.index)", 4) + columns(name, frame.address?.value ?? 0)
    return texts(of: position).map { columns + $0 }
  }

  /// The columns of the image and the address, a blank after them.
  private func columns(_ image: String, _ address: UInt64) -> String {
    let digits = String(address, radix: 16)
    switch layout {
    case .tabbed: return Self.padded(image, 30) + "\t" + Self.aligned("0x" + digits, 18) + " "
    case .padded(let count):
      let zeros = String(repeating: "0", count: max(min(count, 16) - digits.utf8.count, 0))
      return Self.padded(image, 31) + " 0x" + zeros + digits + " "
    }
  }

  /// What stands behind the address: an answer, else the reporter's name, else the distance from the image's start.
  func texts(of position: Int) -> [String] {
    let frame = answers.report.frames[position]
    if let lines = FrameText.lines(of: answers.resolutions[position], style: style) { return lines }
    if let lines = FrameText.lines(reportedFor: frame, style: style) { return lines }
    let address = frame.address?.value ?? 0
    guard let image = image(of: frame), !image.isPlaceholder, let load = image.loadAddress else {
      return ["0x0 + \(frame.imageOffset?.value ?? address)"]
    }
    return ["0x\(String(load.value, radix: 16)) + \(frame.imageOffset?.value ?? address &- load.value)"]
  }

  private func image(of frame: Frame) -> BinaryImage? {
    frame.image.flatMap { answers.report.images.indices.contains($0) ? answers.report.images[$0] : nil }
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
