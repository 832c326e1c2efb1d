import AppleLayout
import Bytes
import CrashModel

/// Writes names into Apple's text reports: the original bytes with the texts of frames replaced, inlined functions inserted
/// above them, and bare address lists opened into frame lines. Everything else stays as it is, line ends included.
struct AppleTextEditor {
  /// Writes the lines of a frame of a part, innermost first; false keeps the frame as it is.
  typealias Wording = (_ part: Int, _ frame: Int, inout LineWriter) -> Bool

  /// New text for a range of the input.
  private struct Edit {
    /// The bytes that are replaced.
    var place: Range<Int>
    /// What replaces them, as a range of the new lines.
    var text: Range<Int>
  }

  private let bytes: [UInt8]
  private let margin: LineMargin
  private let lines: Wording
  private var new = LineWriter()
  private var edits: [Edit] = []

  /// The text with the tails of its frames replaced by `lines`. Ranges of `omitting`, without overlap, are left out
  /// with all frames in them. `notes` are put below a frame, unless they stand there already.
  static func fill(
    _ bytes: [UInt8], behind margin: LineMargin = .none, reports: [CrashReport], omitting: [Range<Int>] = [],
    notes: [FrameNote] = [], lines: @escaping Wording
  ) -> [UInt8] {
    var editor = AppleTextEditor(bytes, margin, lines)
    editor.new.reserve(bytes.count)
    editor.edits = omitting.map { Edit(place: $0, text: 0..<0) }
    for (part, report) in reports.enumerated() { editor.fill(part, report) }
    editor.add(notes, reports)
    return editor.applied()
  }

  /// The sections of all threads but the crashed ones, in the reports that have a crashed one.
  static func sectionsOfOtherThreads(_ reports: [CrashReport]) -> [Range<Int>] {
    reports.filter { $0.threads.contains(where: \.crashed) }.flatMap { $0.threads.filter { !$0.crashed }.map(\.place) }
  }

  /// The lines of the images that no frame lies in when those sections are left out.
  static func linesOfOtherImages(_ bytes: [UInt8], _ reports: [CrashReport], _ answers: [SymbolicatedReport]) -> [Range<Int>] {
    zip(reports, answers).flatMap { report, answers in
      zip(report.images, answers.shownImages(onlyCrashed: true)).filter { !$0.1 }.map { line(of: $0.0, bytes) }
    }
  }

  /// The line of an image with its end.
  private static func line(of image: BinaryImage, _ bytes: [UInt8]) -> Range<Int> {
    guard !image.place.isEmpty else { return image.place }
    let start = ByteSearch.lineStart(in: bytes.span, before: image.place.lowerBound, from: 0)
    var end = ByteSearch.lineEnd(in: bytes.span, from: image.place.upperBound)
    if end < bytes.count, bytes[end] == TextScan.carriageReturn { end += 1 }
    if end < bytes.count, bytes[end] == TextScan.newline { end += 1 }
    return start..<end
  }

  private init(_ bytes: [UInt8], _ margin: LineMargin, _ lines: @escaping Wording) {
    self.bytes = bytes
    self.margin = margin
    self.lines = lines
  }

  private mutating func fill(_ part: Int, _ report: CrashReport) {
    let lists = report.backtraces.filter { $0.list != nil }
    let isTree = !report.callTrees.isEmpty
    var isListed = [Bool](repeating: false, count: report.frames.count)
    for position in lists.lazy.flatMap(\.frames) { isListed[position] = true }
    for position in report.frames.indices where !isListed[position] {
      let (place, tail) = (report.frames[position].place, report.frames[position].tail)
      if isTree, let node = node(place, tail) {
        fillNode(part, position, node, place, tail)
      } else {
        fillLine(part, position, place, tail)
      }
    }
    for backtrace in lists { open(backtrace, part, report) }
  }

  /// Replaces the lines of a frame: one line for each that is written, every one with the number, image and address of the frame's
  /// last line.
  private mutating func fillLine(_ part: Int, _ position: Int, _ place: Range<Int>, _ tail: Range<Int>) {
    new.head.removeAll(keepingCapacity: true)
    new.head += bytes[lineStart(place, tail)..<tail.lowerBound]
    if let last = new.head.last, last != TextScan.space, last != TextScan.tab, last != 0xA0 { new.head.append(TextScan.space) }
    new.end = lineEnd(after: place)
    let start = new.bytes.count
    guard lines(part, position, &new), new.bytes.count > start else { return }
    // What ends the last line stands in the input.
    edits.append(Edit(place: place, text: start..<new.bytes.count - new.end.count))
  }

  // MARK: Call trees

  /// The call tree's line that a frame stands in, which has the address behind the name; nil for other lines.
  private func node(_ place: Range<Int>, _ tail: Range<Int>) -> AppleTextTreeLine? {
    AppleTextFrameLine(bytes, lineStart(place, tail)..<tail.upperBound)?.tail == tail ? nil : AppleTextTreeLine(bytes, tail: tail)
  }

  private mutating func fillNode(
    _ part: Int, _ position: Int, _ node: AppleTextTreeLine, _ place: Range<Int>, _ tail: Range<Int>
  ) {
    guard let texts = texts(part, position), !texts.isEmpty else { return }
    let prefix = lineStart(place, tail)..<tail.lowerBound
    let end = lineEnd(after: place)
    var text: [UInt8] = []
    for (order, line) in texts.enumerated() {
      if order > 0 { text += end }
      text += bytes[prefix]
      if let last = text.last, last != TextScan.space, last != TextScan.tab, last != 0xA0 { text.append(TextScan.space) }
      text += AppleTextTreeWording.text(Array(line.utf8), like: node, bytes)
    }
    add(text, at: place)
  }

  // MARK: Lists

  /// Opens a list of addresses into frame lines in Apple's layout, where any of them has a text.
  private mutating func open(_ backtrace: Backtrace, _ part: Int, _ report: CrashReport) {
    let texts = backtrace.frames.map { self.texts(part, $0) }
    guard let list = backtrace.list, texts.contains(where: { $0 != nil }) else { return }
    var text: [UInt8] = []
    let end = lineEnd(after: list)
    let layout = padsAddresses(report) ? report.listLayout(of: backtrace.frames) : .tabbed
    for (position, lines) in zip(backtrace.frames, texts) {
      let frame = report.frames[position]
      let image = report.image(of: frame)?.name ?? "???"
      for line in lines ?? [report.place(of: position)] {
        if !text.isEmpty { text += end }
        FrameColumns.append(frame.index, image, frame.address?.value ?? 0, layout: layout, to: &text)
        text.append(lineOf: line)
      }
    }
    add(text, at: list)
  }

  /// Whether the frames of the report's threads have addresses with leading zeros; also where there is none to tell. macOS 12 and
  /// later align them to the right instead.
  private func padsAddresses(_ report: CrashReport) -> Bool {
    for thread in report.threads {
      guard let place = thread.frames.first.map({ report.frames[$0].place }),
        let address = TextScan.find(bytes, place, "\t").flatMap({ TextScan.find(bytes, $0..<place.upperBound, "0x") })
      else { continue }
      return bytes[address - 1] != TextScan.space
    }
    return true
  }

  // MARK: Notes

  private mutating func add(_ notes: [FrameNote], _ reports: [CrashReport]) {
    guard !notes.isEmpty else { return }
    var known: [Range<Int>: Int] = [:]
    for (position, edit) in edits.enumerated() { known[edit.place] = known[edit.place] ?? position }
    for note in notes { add(note, reports, &known) }
  }

  /// Puts the lines of a note behind those of its frame, or of the list that the frame stands in. `known` are the positions of the edits
  /// by what they replace.
  private mutating func add(_ note: FrameNote, _ reports: [CrashReport], _ known: inout [Range<Int>: Int]) {
    guard reports.indices.contains(note.part), reports[note.part].frames.indices.contains(note.frame) else { return }
    let report = reports[note.part]
    let list = report.backtraces.first { $0.list != nil && $0.frames.contains(note.frame) }?.list
    let place = list ?? report.frames[note.frame].place
    let end = lineEnd(after: place)
    var text: [UInt8] = []
    for line in note.lines {
      text += end
      text.append(lineOf: line)
    }
    guard !place.isEmpty, !bytes[place.upperBound...].starts(with: text) else { return }
    if let position = known[place] {
      let start = new.bytes.count
      new.append(ready: Array(new.bytes[edits[position].text]) + text)
      edits[position].text = start..<new.bytes.count
    } else {
      known[place] = edits.count
      add(Array(bytes[place]) + text, at: place)
    }
  }

  // MARK: Editing

  /// The texts of a frame, innermost first; nil keeps it as it is.
  private func texts(_ part: Int, _ position: Int) -> [String]? {
    var writer = LineWriter()
    return lines(part, position, &writer) ? writer.lines : nil
  }

  private mutating func add(_ text: [UInt8], at place: Range<Int>) {
    let start = new.bytes.count
    new.append(ready: text)
    edits.append(Edit(place: place, text: start..<new.bytes.count))
  }

  /// Copies the bytes with the edits made. An edit inside or before one that was made is dropped.
  private mutating func applied() -> [UInt8] {
    edits.removeAll { $0.place.isEmpty }
    edits.sort { ($0.place.lowerBound, -$0.place.upperBound) < ($1.place.lowerBound, -$1.place.upperBound) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + new.bytes.count)
    var position = 0
    for edit in edits where edit.place.lowerBound >= position && edit.place.upperBound <= bytes.count {
      result += bytes[position..<edit.place.lowerBound]
      result += new.bytes[edit.text]
      position = edit.place.upperBound
    }
    result += bytes[position...]
    return result
  }

  /// The start of the last line of a frame.
  private func lineStart(_ place: Range<Int>, _ tail: Range<Int>) -> Int {
    margin.lineStart(bytes, before: tail.lowerBound, from: place.lowerBound)
  }

  /// What begins a new line behind a place: the line end that follows it and the margin of its first line.
  private func lineEnd(after place: Range<Int>) -> [UInt8] {
    let end = lineEnd(after: place.upperBound)
    guard margin != .none else { return end }
    let start = ByteSearch.lineStart(in: bytes.span, before: place.lowerBound, from: 0)
    return end + bytes[start..<margin.skip(bytes, start..<place.lowerBound)]
  }

  /// The line end that follows a position; that of the text's first line at the end of the text.
  private func lineEnd(after position: Int) -> [UInt8] {
    if position >= bytes.count {
      guard let first = bytes.firstIndex(where: { $0 == TextScan.newline || $0 == TextScan.carriageReturn }) else {
        return Self.lineFeed
      }
      return lineEnd(after: first)
    }
    guard bytes[position] == TextScan.carriageReturn else { return Self.lineFeed }
    let isPair = position + 1 < bytes.count && bytes[position + 1] == TextScan.newline
    return isPair ? Self.pair : Self.carriageReturn
  }

  private static let lineFeed = [TextScan.newline]
  private static let carriageReturn = [TextScan.carriageReturn]
  private static let pair = [TextScan.carriageReturn, TextScan.newline]
}
