package import CrashModel

/// Formats the frames of an answered report that have their own lines in the input.
package final class FrameReplacement: FrameWording, Sendable {
  private let answers: SymbolicatedReport
  // What every frame needs: it is read from here without a copy of the report, which is large.
  private let frames: [Frame]
  private let resolutions: [FrameResolution]
  private let style: FrameStyle
  /// The columns of all stacks, or nil unless every frame shows its position in its image.
  private let columns: SideBySideColumns?
  private let showsDistances: Bool
  /// The source lines and variables to show, below the last frame of their stack.
  package let note: FrameNote?

  /// Takes the frames of a report. `isSideBySide` puts the distance from the image's start before every text, in a column.
  package init(_ answers: SymbolicatedReport, style: FrameStyle, isSideBySide: Bool = false) {
    self.answers = answers
    (frames, resolutions) = (answers.report.frames, answers.resolutions)
    self.style = style
    columns = isSideBySide ? SideBySideColumns(answers, style: style) : nil
    showsDistances = isSideBySide || style.names == .sideBySide
    // A text has one note: the variables stand below the source lines, whatever stack these belong to.
    let excerpt = answers.focusedExcerpt?.stack
    let variables = VariableText.stack(of: answers)
    note = (excerpt ?? variables)?.last.map { last in
      FrameNote(
        frame: last,
        lines: (excerpt.map { ExcerptText.lines(below: $0, of: answers) } ?? [])
          + (variables.map { VariableText.lines(below: $0, of: answers) } ?? []))
    }
  }

  /// Writes the text that replaces the frame at a position. Returns false if it stays as it is.
  package func write(_ position: Int, to writer: inout LineWriter) -> Bool {
    guard resolutions.indices.contains(position) else { return false }
    // An offset in the image beside a frame without an address would be read as its address.
    if let columns, frames[position].address != nil, columns.write(position, to: &writer) {
      return true
    }
    let names = style.names == .partiallySymbolicated ? style.names(for: position, in: answers.report) : style.names
    switch names {
    case .symbolicated, .partiallySymbolicated: return write(position, beside: "", to: &writer)
    case .unsymbolicated: return false
    case .sideBySide:
      guard let distance = answers.report.distance(of: position) else { return write(position, beside: "", to: &writer) }
      if write(position, beside: distance, to: &writer) { return true }
      return writeReported(position, beside: distance, to: &writer)
    }
  }

  /// Returns the parts of the lines that replace the frame at a position, or nil if it stays as it is.
  package func words(of position: Int) -> [FrameWords]? {
    guard answers.resolutions.indices.contains(position) else { return nil }
    let names = style.names(for: position, in: answers.report)
    guard names != .unsymbolicated else { return nil }
    let resolution = answers.resolutions[position]
    if let words = FrameText.words(of: resolution, style: style) { return words }
    guard names == .sideBySide || isDemangled(position) else { return nil }
    return FrameText.words(reportedFor: answers.report.frames[position], resolution, style: style)
  }

  /// Returns whether a frame is in one of the app's images, or in a script of the app.
  package func isInApp(_ frame: Int) -> Bool {
    answers.resolutions.indices.contains(frame) && answers.isInApp(frame)
  }

  /// Returns the frame's position in its image, or nil unless that is to be shown.
  package func distance(of frame: Int) -> String? { showsDistances ? answers.report.distance(of: frame) : nil }

  private func write(_ position: Int, beside distance: String, to writer: inout LineWriter) -> Bool {
    let resolutions = resolutions
    switch resolutions.span[position].basis {
    case .line, .symbol: if FrameText.write(at: position, resolutions, style, distance, to: &writer) { return true }
    case .reported, .none: break
    }
    return isDemangled(position) && writeReported(position, beside: distance, to: &writer)
  }

  private func writeReported(_ position: Int, beside distance: String, to writer: inout LineWriter) -> Bool {
    FrameText.write(reportedAt: position, frames, resolutions, style, distance, to: &writer)
  }

  /// Returns whether only the reporter names the frame, with a mangled Swift name that is readable now. Other languages have tools
  /// that read a text with mangled names (`c++filt`), which stays as it is.
  private func isDemangled(_ position: Int) -> Bool {
    let (frames, resolutions) = (frames, resolutions)
    guard resolutions.span[position].basis == .reported, let name = frames.span[position].reportedName,
      resolutions.span[position].symbol != name
    else { return false }
    return ["$s", "_$s", "$S", "_$S", "_T"].contains { name.hasPrefix($0) }
  }
}
