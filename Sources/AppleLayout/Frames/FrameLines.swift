package import CrashModel
import SymbolModel

/// Lays out frames in the columns of Apple's reports: number, image, address, text.
package struct FrameLines: Sendable {
  private let answers: SymbolicatedReport
  private let style: FrameStyle
  private let layout: FrameLayout
  private let isSideBySide: Bool
  // What every line needs: it is read from here without a copy of the report, which is large.
  private let frames: [Frame]
  private let resolutions: [FrameResolution]
  private let images: [BinaryImage]

  /// Takes the frames of a report. `isSideBySide` puts the offset in the image before every text.
  package init(
    _ answers: SymbolicatedReport, style: FrameStyle, layout: FrameLayout = .tabbed, isSideBySide: Bool = false
  ) {
    self.answers = answers
    self.style = style
    self.layout = layout
    self.isSideBySide = isSideBySide
    (frames, resolutions, images) = (answers.report.frames, answers.resolutions, answers.report.images)
  }

  /// The line between a function and the one that awaits it, as Dart prints it.
  package static let suspension = "<asynchronous suspension>"

  /// Returns whether a frame is one of the app.
  package func isInApp(_ position: Int) -> Bool { answers.isInApp(position) }

  /// Writes the lines of a stack's frames; inlined functions have their own lines.
  package func write(_ range: Range<Int>, to writer: inout LineWriter) {
    let columns = isSideBySide ? SideBySideColumns(answers, range, style: style) : nil
    for position in range {
      write(position, columns, to: &writer)
      if frames.span[position].isSuspended { writer.append(lines: [Self.suspension]) }
    }
    writer.head.removeAll()
    writer.isInApp = false
  }

  private func write(_ position: Int, _ columns: SideBySideColumns?, to writer: inout LineWriter) {
    writer.head.removeAll()
    if writer.isStyled { writer.isInApp = answers.isInApp(position) }
    let frames = frames.span
    switch frames[position].kind {
    case .truncated, .omitted: return writer.append(lines: texts(of: position))
    case .javaScript:
      FrameColumns.append(frames[position].index, to: &writer.head)
      for words in words(of: position) { words.write(beside: "", to: &writer) }
    case .exact, .returnAddress, .asyncResume:
      let address = frames[position].address?.value ?? 0
      FrameColumns.append(frames[position].index, imageName(of: position), address, layout: layout, to: &writer.head)
      if columns?.write(position, to: &writer) != true { writeNamed(position, to: &writer) }
    }
  }

  /// Writes the text after the address in the requested style.
  private func writeNamed(_ position: Int, to writer: inout LineWriter) {
    let names = style.names == .partiallySymbolicated ? style.names(for: position, in: answers.report) : style.names
    switch names {
    case .symbolicated, .partiallySymbolicated:
      if writeKnown(position, "", to: &writer) { return }
    case .unsymbolicated: break
    case .sideBySide: if writeKnown(position, FramePlace.text(of: frames.span[position], images), to: &writer) { return }
    }
    guard let distance = FramePlace.distance(of: frames.span[position], images) else {
      return writer.write([FramePlace.text(of: frames.span[position], images)])
    }
    let start = writer.bytes.count
    writer.writeLine { distance.write(to: &$0) }
    writer.styleLine(from: start, [])
  }

  /// Writes an answer, else the reporter's name. Returns false if neither is known.
  private func writeKnown(_ position: Int, _ distance: String, to writer: inout LineWriter) -> Bool {
    let (frames, resolutions) = (frames, resolutions)
    switch resolutions.span[position].basis {
    case .line, .symbol: if FrameText.write(at: position, resolutions, style, distance, to: &writer) { return true }
    case .reported, .none: break
    }
    return FrameText.write(reportedAt: position, frames, resolutions, style, distance, to: &writer)
  }

  /// Returns the name of the image that contains a frame, or `???` if unknown.
  package func imageName(of position: Int) -> String {
    let (frames, images) = (frames.span, images.span)
    if let image = frames[position].image, images.indices.contains(image),
      let name = images[image].name ?? images[image].identifier
    {
      return name
    }
    return frames[position].imageName ?? "???"
  }

  /// Returns the text after the address, one element per line.
  package func texts(of position: Int) -> [String] { words(of: position).map(\.line) }

  /// Returns an answer, else the reporter's name, else the offset in the image; never empty.
  package func words(of position: Int) -> [FrameWords] {
    let (frames, resolutions) = (frames.span, resolutions.span)
    switch frames[position].kind {
    case .truncated: return [FrameWords(function: "...")]
    case .omitted:
      return [FrameWords(function: "... \(frames[position].omittedCount.map { "\($0) " } ?? "")frames omitted ...")]
    case .javaScript, .exact, .returnAddress, .asyncResume: break
    }
    if var words = knownWords(of: position) {
      if let last = words.indices.last, let place = FrameText.bundlePlace(of: frames[position], resolutions[position]) {
        words[last].bundle = place
      }
      return words
    }
    if let distance = FramePlace.distance(of: frames[position], images) { return [FrameWords(function: distance.text)] }
    // Only Apple's `0x0 + 6479875936` would give the address here.
    if let address = frames[position].address { return [FrameWords(function: "0x" + String(address.value, radix: 16))] }
    return [FrameWords(function: FramePlace.text(of: frames[position], images))]
  }

  /// Returns the text of a node of a call tree: `name + 52 (main.m:14 in App + 3892) [0x10ec9251e]`, `??? (App + 3892) [0x...]`.
  package func treeTexts(of position: Int) -> [StyledText] {
    let frame = answers.report.frames[position]
    guard let address = frame.address?.value else { return texts(of: position).map { StyledText(Array($0.utf8)) } }
    let image = answers.report.image(of: frame)
    let distance = frame.imageOffset?.value ?? image?.loadAddress.map { address &- $0.value } ?? (image == nil ? address : nil)
    let place = imageName(of: position) + (distance.map { " + \($0)" } ?? "")
    let words = knownWords(of: position) ?? [FrameWords(function: "???")]
    return words.map { words in
      var text = StyledText(Array(words.name.utf8))
      if words.isInlined { text.append(" [inlined]".utf8, .inlinedMark) }
      if words.isMismatch { text.append(" [mismatch]".utf8, .warning) }
      text.append(" (".utf8)
      if let source = words.place {
        // Such lines have no mark for approximate lines.
        text.append((source.hasSuffix(", approximate") ? source.dropLast(13) : source[...]).utf8, .place, link: words.url)
        text.append(" in ".utf8)
      }
      text.append("\(place)) [0x\(String(address, radix: 16))]".utf8)
      return text
    }
  }

  /// Returns an answer, else the reporter's name, or nil if neither is known.
  package func knownWords(of position: Int) -> [FrameWords]? {
    FrameText.words(of: resolutions.span[position], style: style)
      ?? FrameText.words(reportedFor: frames.span[position], resolutions.span[position], style: style)
  }
}
