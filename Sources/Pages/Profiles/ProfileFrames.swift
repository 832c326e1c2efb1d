internal import AppleLayout
internal import CrashModel
internal import SymbolModel

/// The functions of a report's frames, each function once.
struct ProfileFrames {
  /// The functions.
  private(set) var all: [ProfileFrame] = []
  private let answers: SymbolicatedReport
  private let lines: FrameLines
  private var positions: [ProfileFrame: Int] = [:]
  /// For each frame of the report, the functions that it stands for, or nil if nobody asked.
  private var known: [[Int]?]

  /// Prepares the functions of a report.
  init(_ answers: SymbolicatedReport, style: FrameStyle = FrameStyle()) {
    self.answers = answers
    lines = FrameLines(answers, style: style)
    known = Array(repeating: nil, count: answers.report.frames.count)
  }

  /// Returns the positions in `all` of the functions that a frame stands for: the real one first, then those inlined into it.
  mutating func functions(of frame: Int) -> [Int] {
    guard known.indices.contains(frame) else { return [] }
    if let found = known[frame] { return found }
    let image = lines.imageName(of: frame)
    let isInApp = answers.isInApp(frame)
    let files = answers.resolutions[frame].sources.map(\.file)
    let names = lines.knownWords(of: frame)?.map(\.function) ?? [place(of: frame, image)]
    var result: [Int] = []
    for (order, name) in names.enumerated().reversed() {
      let file = files.count == names.count ? files[order] : answers.report.frames[frame].reported?.file
      result.append(position(of: ProfileFrame(name: name, image: image, file: file, isInApp: isInApp)))
    }
    known[frame] = result
    return result
  }

  private func place(of frame: Int, _ image: String) -> String {
    let report = answers.report
    switch report.frames[frame].kind {
    case .truncated, .omitted: return "..."
    case .exact, .returnAddress, .asyncResume, .javaScript: break
    }
    let load = report.image(of: report.frames[frame])?.loadAddress
    let offset =
      report.frames[frame].imageOffset?.value
      ?? load.flatMap { load in report.frames[frame].address?.offset(from: load)?.value }
    if let offset { return "\(image) + \(offset)" }
    return report.frames[frame].address.map { "0x" + String($0.value, radix: 16) } ?? "???"
  }

  private mutating func position(of frame: ProfileFrame) -> Int {
    if let found = positions[frame] { return found }
    positions[frame] = all.count
    all.append(frame)
    return all.count - 1
  }
}
