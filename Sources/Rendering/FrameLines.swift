import CrashModel
import SymbolModel

/// Lays frames out in the columns of Apple's reports: number, image, address, text.
struct FrameLines {
  private let answers: SymbolicatedReport
  private let style: FrameStyle

  /// Prepares the frames of a report.
  init(_ answers: SymbolicatedReport, style: FrameStyle) {
    self.answers = answers
    self.style = style
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
    let address = frame.address.map { "0x" + String($0.value, radix: 16) } ?? "0x0"
    let image = image(of: frame)
    let name = image.flatMap { $0.name ?? $0.identifier } ?? frame.imageName ?? "???"
    let columns = Self.padded("\(frame.index)", 4) + Self.padded(name, 30) + "\t" + Self.aligned(address, 18) + " "
    return texts(of: position).map { columns + $0 }
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
