import CrashModel

/// Writes names into Apple's text reports: the original bytes with the texts of frames replaced, inlined functions inserted
/// above them, and bare address lists opened into frame lines. Everything else stays as it is, line ends included.
enum AppleTextEditor {
  /// The text with the tails of its frames replaced by `lines`, innermost first; nil keeps a frame as it is. Ranges of
  /// `omitting`, in order and without overlap, are left out with all frames in them. `notes` are put below a frame, unless they
  /// stand there already.
  static func fill(
    _ bytes: [UInt8], reports: [CrashReport], omitting: [Range<Int>] = [], notes: [FrameNote] = [],
    lines: (_ part: Int, _ frame: Int) -> [String]?
  ) -> [UInt8] {
    var edits = omitting.map { AppleTextEdit(place: $0, text: []) }
    for (part, report) in reports.enumerated() {
      let lists = report.backtraces.filter { $0.list != nil }
      for (position, frame) in report.frames.enumerated() where !lists.contains(where: { $0.frames.contains(position) }) {
        guard let texts = lines(part, position), !texts.isEmpty else { continue }
        edits.append(AppleTextEdit(bytes, frame, texts))
      }
      for backtrace in lists {
        let texts = backtrace.frames.map { lines(part, $0) }
        if let edit = AppleTextEdit(bytes, backtrace, of: report, texts) { edits.append(edit) }
      }
    }
    for note in notes { add(note, reports, to: &edits, bytes) }
    return apply(edits, to: bytes)
  }

  /// Puts the lines of a note behind those of its frame, or of the list that the frame stands in.
  private static func add(_ note: FrameNote, _ reports: [CrashReport], to edits: inout [AppleTextEdit], _ bytes: [UInt8]) {
    guard reports.indices.contains(note.part), reports[note.part].frames.indices.contains(note.frame) else { return }
    let report = reports[note.part]
    let list = report.backtraces.first { $0.list != nil && $0.frames.contains(note.frame) }?.list
    let place = list ?? report.frames[note.frame].place
    let text = AppleTextEdit.text(of: note, in: bytes, behind: place.upperBound)
    guard !place.isEmpty, !bytes[place.upperBound...].starts(with: text) else { return }
    if let position = edits.firstIndex(where: { $0.place == place }) {
      edits[position].text += text
    } else {
      edits.append(AppleTextEdit(place: place, text: bytes[place] + text))
    }
  }

  /// The sections of all threads but the crashed ones, in the reports that have a crashed one.
  static func sectionsOfOtherThreads(_ reports: [CrashReport]) -> [Range<Int>] {
    reports.filter { $0.threads.contains(where: \.crashed) }.flatMap { $0.threads.filter { !$0.crashed }.map(\.place) }
  }

  /// Copies the bytes with the edits made. An edit inside or before one that was made is dropped.
  static func apply(_ edits: [AppleTextEdit], to bytes: [UInt8]) -> [UInt8] {
    let ordered = edits.filter { !$0.place.isEmpty }.sorted {
      ($0.place.lowerBound, -$0.place.upperBound) < ($1.place.lowerBound, -$1.place.upperBound)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 4)
    var position = 0
    for edit in ordered where edit.place.lowerBound >= position && edit.place.upperBound <= bytes.count {
      result += bytes[position..<edit.place.lowerBound]
      result += edit.text
      position = edit.place.upperBound
    }
    result += bytes[position...]
    return result
  }
}

/// New bytes for a range of a text.
struct AppleTextEdit {
  /// The bytes that are replaced.
  var place: Range<Int>
  /// What replaces them.
  var text: [UInt8]

  /// Replaces a range.
  init(place: Range<Int>, text: [UInt8]) {
    self.place = place
    self.text = text
  }

  /// Replaces the lines of a frame: one line for each of `texts`, which is not empty, every one with the number, image and
  /// address of the frame's last line.
  init(_ bytes: [UInt8], _ frame: Frame, _ texts: [String]) {
    place = frame.place
    text = []
    let end = Self.lineEnd(bytes, after: frame.place.upperBound)
    let prefix = Self.lineStart(bytes, frame)..<frame.tail.lowerBound
    // A call tree's line has the address behind the name.
    let node =
      AppleTextFrameLine(bytes, prefix.lowerBound..<frame.tail.upperBound)?.tail == frame.tail
      ? nil : AppleTextTreeLine(bytes, tail: frame.tail)
    for (order, line) in texts.enumerated() {
      if order > 0 { text += end }
      text += bytes[prefix]
      if let last = text.last, last != TextScan.space, last != TextScan.tab, last != 0xA0 { text.append(TextScan.space) }
      let words = Self.oneLine(line)
      if let node { text += AppleTextTreeWording.text(words, like: node, bytes) } else { text += words }
    }
  }

  /// Opens a list of addresses into frame lines in Apple's layout; nil when no frame has a text.
  init?(_ bytes: [UInt8], _ backtrace: Backtrace, of report: CrashReport, _ texts: [[String]?]) {
    guard let list = backtrace.list, texts.contains(where: { $0 != nil }) else { return nil }
    place = list
    text = []
    let end = Self.lineEnd(bytes, after: list.upperBound)
    let frames = Array(report.frames[backtrace.frames])
    let isNarrow = frames.allSatisfy { ($0.address?.value ?? 0) <= UInt64(UInt32.max) }
    for (frame, lines) in zip(frames, texts) {
      let image = frame.image.flatMap { report.images.indices.contains($0) ? report.images[$0] : nil }
      for line in lines ?? [FrameColumns.unresolved(frame, image)] {
        if !text.isEmpty { text += end }
        text += FrameColumns.columns(frame, image, digits: isNarrow ? 8 : 16)
        text += Self.oneLine(line)
      }
    }
  }

  /// The lines of a note, each with a line end before it.
  static func text(of note: FrameNote, in bytes: [UInt8], behind position: Int) -> [UInt8] {
    let end = lineEnd(bytes, after: position)
    return note.lines.flatMap { end + oneLine($0) }
  }

  /// The start of the last line of a frame.
  private static func lineStart(_ bytes: [UInt8], _ frame: Frame) -> Int {
    var at = frame.tail.lowerBound
    while at > frame.place.lowerBound, bytes[at - 1] != TextScan.newline, bytes[at - 1] != TextScan.carriageReturn { at -= 1 }
    return at
  }

  /// The line end that follows a position; that of the text's first line at the end of the text.
  private static func lineEnd(_ bytes: [UInt8], after position: Int) -> [UInt8] {
    if position >= bytes.count {
      guard let first = bytes.firstIndex(where: { $0 == TextScan.newline || $0 == TextScan.carriageReturn }) else {
        return [TextScan.newline]
      }
      return lineEnd(bytes, after: first)
    }
    guard bytes[position] == TextScan.carriageReturn else { return [TextScan.newline] }
    let isPair = position + 1 < bytes.count && bytes[position + 1] == TextScan.newline
    return isPair ? [TextScan.carriageReturn, TextScan.newline] : [TextScan.carriageReturn]
  }

  /// The bytes of a text with line ends, which a hostile debug file may hold, made blanks.
  private static func oneLine(_ text: String) -> [UInt8] {
    text.utf8.map { $0 == TextScan.newline || $0 == TextScan.carriageReturn ? TextScan.space : $0 }
  }
}

/// Words the nodes of call trees as sample and spindump do.
enum AppleTextTreeWording {
  /// A frame text such as `name + 12 (File.swift:3)` in the order that `node`, the line it replaces, has: image and address
  /// are kept, sample prints the place at the end and spindump beside the image.
  static func text(_ words: [UInt8], like node: AppleTextTreeLine, _ bytes: [UInt8]) -> [UInt8] {
    let tail = AppleTextFrameTail(words, 0..<words.count, image: 0..<0)
    let offset = tail.offset.map { Array(" + \($0)".utf8) } ?? []
    let marks = tail.inlined ? Array(" [inlined]".utf8) : []
    let mismatch = TextScan.hasSuffix(words, 0..<words.count, "[mismatch]") ? Array(" [mismatch]".utf8) : []
    let name = Array(words[tail.name]) + marks
    let place = place(of: tail, in: words)
    let address = Array(bytes[node.brackets])
    if node.style == .sample {
      let image = node.image.map { Array("  (in ".utf8) + Array(bytes[$0]) + Array(")".utf8) } ?? []
      return name + mismatch + image + offset + Array("  ".utf8) + address + (place.isEmpty ? [] : Array("  ".utf8) + place)
    }
    var inner = place
    if let image = node.image {
      inner += place.isEmpty ? [] : Array(" in ".utf8)
      inner += Array(bytes[image]) + (node.imageOffset.map { Array(" + \($0)".utf8) } ?? [])
    }
    let parentheses = inner.isEmpty ? [] : Array(" (".utf8) + inner + Array(")".utf8)
    return name + mismatch + offset + parentheses + [TextScan.space] + address + Array(bytes[node.suffix])
  }

  private static func place(of tail: AppleTextFrameTail, in words: [UInt8]) -> [UInt8] {
    guard let file = tail.file else { return [] }
    return Array(words[file]) + (tail.line.map { Array(":\($0)".utf8) } ?? [])
  }
}
