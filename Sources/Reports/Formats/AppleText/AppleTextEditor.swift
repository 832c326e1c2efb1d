import AppleLayout
import Bytes
import CrashModel

/// Writes names into Apple's text reports: the original bytes with the text of frames replaced, inlined functions inserted above
/// them, and bare address lists expanded to frame lines. Everything else, including line ends, stays as it is.
struct AppleTextEditor {
  private let bytes: [UInt8]
  private let margin: LineMargin
  private let report: CrashReport
  private let wording: any FrameWording

  /// Plans to replace the tails of a report's frames by `wording`, and to put its note below a frame, unless it is there
  /// already. With `onlyCrashed`, the sections of all threads but the crashed ones are left out, where there is a crashed one.
  static func fill(
    _ report: CrashReport, in bytes: [UInt8], after margin: LineMargin = .none, _ wording: any FrameWording,
    onlyCrashed: Bool = false, _ edits: inout ByteEdits
  ) {
    let editor = AppleTextEditor(bytes: bytes, margin: margin, report: report, wording: wording)
    if onlyCrashed, report.threads.contains(where: \.crashed) {
      for thread in report.threads where !thread.crashed && !thread.sourceRange.isEmpty {
        edits.replace(thread.sourceRange, with: [])
      }
    }
    editor.fill(&edits)
    if edits.isStyled { for thread in report.threads where thread.crashed { editor.styleHeader(of: thread, &edits) } }
    if let note = wording.note { editor.add(note, &edits) }
  }

  /// Plans to leave out the lines of the images that no frame is in when the sections of other threads are left out.
  static func omitOtherImages(of answers: SymbolicatedReport, in bytes: [UInt8], _ edits: inout ByteEdits) {
    for (image, isShown) in zip(answers.report.images, answers.shownImages(onlyCrashed: true)) where !isShown {
      let line = line(of: image, bytes)
      if !line.isEmpty { edits.replace(line, with: []) }
    }
  }

  /// Returns the line of an image with its end.
  private static func line(of image: BinaryImage, _ bytes: [UInt8]) -> Range<Int> {
    guard !image.sourceRange.isEmpty else { return image.sourceRange }
    let start = ByteSearch.lineStart(in: bytes.span, before: image.sourceRange.lowerBound, from: 0)
    var end = ByteSearch.lineEnd(in: bytes.span, from: image.sourceRange.upperBound)
    if end < bytes.count, bytes[end] == TextScan.carriageReturn { end += 1 }
    if end < bytes.count, bytes[end] == TextScan.newline { end += 1 }
    return start..<end
  }

  private init(bytes: [UInt8], margin: LineMargin, report: CrashReport, wording: any FrameWording) {
    self.bytes = bytes
    self.margin = margin
    self.report = report
    self.wording = wording
  }

  private func fill(_ edits: inout ByteEdits) {
    let lists = report.backtraces.filter { $0.list != nil }
    let isTree = !report.callTrees.isEmpty
    var isListed = [Bool](repeating: false, count: report.frames.count)
    for position in lists.lazy.flatMap(\.frames) { isListed[position] = true }
    edits.reserve(report.frames.count)
    for position in report.frames.indices where !isListed[position] && !report.frames[position].sourceRange.isEmpty {
      let (place, tail) = (report.frames[position].sourceRange, report.frames[position].replaceableRange)
      if isTree, let node = node(place, tail) {
        fillNode(position, node, place, tail, &edits)
      } else {
        fillLine(position, place, tail, &edits)
      }
    }
    for backtrace in lists { open(backtrace, &edits) }
  }

  /// Replaces the lines of a frame by the written ones, each with the number, image and address of the frame's last line.
  private func fillLine(_ position: Int, _ place: Range<Int>, _ tail: Range<Int>, _ edits: inout ByteEdits) {
    let head = lineStart(place, tail)..<tail.lowerBound
    let isFilled = edits.replace(place, from: bytes, head: head, end: lineEnd(after: place)) {
      if $0.isStyled { $0.isInApp = wording.isInApp(position) }
      return wording.write(position, to: &$0)
    }
    if !isFilled, edits.isStyled { edits.styleFrame(place, tail, bytes, margin, isInApp: wording.isInApp(position)) }
  }

  // MARK: Call trees

  /// Returns the call tree's line of a frame, which has the address after the name, or nil for other lines.
  private func node(_ place: Range<Int>, _ tail: Range<Int>) -> AppleTextTreeLine? {
    AppleTextFrameLine(bytes, lineStart(place, tail)..<tail.upperBound)?.tail == tail ? nil : AppleTextTreeLine(bytes, tail: tail)
  }

  private func fillNode(
    _ position: Int, _ node: AppleTextTreeLine, _ place: Range<Int>, _ tail: Range<Int>, _ edits: inout ByteEdits
  ) {
    let prefix = lineStart(place, tail)..<tail.lowerBound
    let isFilled = edits.replace(place, from: bytes, head: prefix, end: lineEnd(after: place)) { writer in
      guard let words = wording.words(of: position) else { return false }
      if writer.isStyled { writer.isInApp = wording.isInApp(position) }
      writer.write(words.map { AppleTextTreeWording.text($0, like: node, bytes) })
      return true
    }
    if !isFilled, edits.isStyled, wording.isInApp(position) { edits.style(place, .appFrame) }
  }

  // MARK: Lists

  /// Expands a list of addresses to frame lines in Apple's layout, if any of them has a text.
  private func open(_ backtrace: Backtrace, _ edits: inout ByteEdits) {
    guard let list = backtrace.list else { return }
    let layout = padsAddresses ? report.listLayout(of: backtrace.frames) : .tabbed
    edits.replace(list, end: lineEnd(after: list)) { writer in
      var isAnyNamed = false
      for position in backtrace.frames {
        let frame = report.frames[position]
        let image = report.image(of: frame)?.name ?? "???"
        writer.head.removeAll()
        FrameColumns.append(frame.index, image, frame.address?.value ?? 0, layout: layout, to: &writer.head)
        if writer.isStyled { writer.isInApp = wording.isInApp(position) }
        let isNamed = wording.write(position, to: &writer)
        if !isNamed { writer.write([report.place(of: position)]) }
        isAnyNamed = isAnyNamed || isNamed
      }
      return isAnyNamed
    }
  }

  /// Returns whether the frames of the report's threads have addresses with leading zeros; true if there are no frames. macOS 12
  /// and later align them to the right instead.
  private var padsAddresses: Bool {
    for thread in report.threads {
      guard let place = thread.frames.first.map({ report.frames[$0].sourceRange }),
        let address = TextScan.find(bytes, place, "\t").flatMap({ TextScan.find(bytes, $0..<place.upperBound, "0x") })
      else { continue }
      return bytes[address - 1] != TextScan.space
    }
    return true
  }

  // MARK: Headers

  /// Styles the first line of a thread's section that gives more than its name.
  private func styleHeader(of thread: CrashThread, _ edits: inout ByteEdits) {
    let start = ByteSearch.lineStart(in: bytes.span, before: thread.sourceRange.lowerBound, from: 0)
    var lines = TextLines(bytes, from: start, after: margin)
    while lines.position < thread.sourceRange.upperBound, let line = lines.next() {
      guard AppleTextThreadHeader(bytes, line)?.role != .name else { continue }
      return edits.style(line, .crashedThread)
    }
  }

  // MARK: Notes

  /// Puts the lines of a note after those of its frame, or of the list that the frame is in.
  private func add(_ note: FrameNote, _ edits: inout ByteEdits) {
    guard report.frames.indices.contains(note.frame) else { return }
    let list = report.backtraces.first { $0.list != nil && $0.frames.contains(note.frame) }?.list
    let place = list ?? report.frames[note.frame].sourceRange
    let end = lineEnd(after: place)
    var text: [UInt8] = []
    for line in note.lines {
      text += end
      text.append(lineOf: line)
    }
    guard !place.isEmpty, !bytes[place.upperBound...].starts(with: text) else { return }
    edits.replace(place.upperBound..<place.upperBound, with: text)
  }

  // MARK: Lines

  /// Returns the start of the last line of a frame.
  private func lineStart(_ place: Range<Int>, _ tail: Range<Int>) -> Int {
    margin.lineStart(bytes, before: tail.lowerBound, from: place.lowerBound)
  }

  /// Returns the bytes that begin a new line after a position: the line end that follows it and the margin of its first line.
  private func lineEnd(after place: Range<Int>) -> [UInt8] {
    let end = TextLines.ending(at: place.upperBound, of: bytes)
    guard margin != .none else { return end }
    let start = ByteSearch.lineStart(in: bytes.span, before: place.lowerBound, from: 0)
    return end + bytes[start..<margin.skip(bytes, start..<place.lowerBound)]
  }

}
