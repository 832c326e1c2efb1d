import CrashModel
import SymbolModel

/// Reads the stacks of Crashlytics line by line: a title, then its frames.
struct CrashlyticsReader {
  private let bytes: [UInt8]
  private var report = CrashReport(format: .crashlytics)
  private var metadata = CrashlyticsMetadata()
  private var images = CrashlyticsImages()
  private var columns = CrashlyticsColumns()
  /// The lines since the last frame that may be the title of the next stack.
  private var title: [(place: Range<Int>, number: Int)] = []
  /// The owner of the current frames.
  private var open: Owner?
  /// Whether a line of a kind that only Crashlytics writes was read.
  private var isSure = false
  private var isInlineOpen = false
  /// The number of lines that are frames of Android, and the number of the first one.
  private var (androidFrames, firstAndroidLine) = (0, 0)

  private enum Owner {
    case thread, backtrace
  }

  /// The number of bytes in which the marks of such texts must be.
  private static let beginning = 64 << 10
  /// The minimum value of an address in a 64-bit process: Crashlytics prints offsets since 2021, and addresses before.
  private static let firstAddress: UInt64 = 0x1_0000_0000

  /// Returns the report, or nil if the text is another one.
  static func read(_ bytes: [UInt8]) -> CrashReport? {
    let start = 0..<min(bytes.count, beginning)
    let marks = [CrashlyticsFrameLine.mark, "# Crashlytics - ", "Crashed: ", "Fatal Exception: ", "Non-fatal Exception: "]
    guard marks.contains(where: { TextScan.find(bytes, start, $0) != nil }) else { return nil }
    var reader = CrashlyticsReader(bytes: bytes)
    var lines = TextLines(bytes)
    while let line = lines.next() { reader.read(line, number: lines.number) }
    reader.closeColumns()
    guard reader.isSure, !reader.report.frames.isEmpty || reader.androidFrames > 0 && reader.metadata.hasHeader else {
      return nil
    }
    reader.finish()
    return reader.report
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Lines

  private mutating func read(_ line: Range<Int>, number: Int) {
    let content = TextScan.trimmed(bytes, line)
    if isAndroidFrame(content) {
      if androidFrames == 0 { firstAndroidLine = number }
      androidFrames += 1
      return closeColumns()
    }
    guard let first = content.first else {
      if columns.lines.count > 1 { closeColumns() }
      return
    }
    if TextScan.isDigit(bytes[first]) {
      if let frame = CrashlyticsFrameLine(bytes, line) { return add(frame, at: line) }
      closeColumns()
      if columns.open(bytes, content) { return }
    }
    if !CrashlyticsMetadata.title(bytes, content).isSure, columns.take(content) { return }
    closeColumns()
    if metadata.read(bytes, content) {
      if metadata.hasHeader { isSure = true }
    } else if let exception = CrashlyticsMetadata.exception(bytes, content), isBelowCrashed {
      if report.exception == nil { report.exception = exception }
    } else {
      title.append((content, number))
      isInlineOpen = false
      if title.count > 8 { keep([title.removeFirst()]) }
    }
  }

  /// Whether the line above is the title of the crashed thread.
  private var isBelowCrashed: Bool {
    guard let last = title.last, case .thread(_, _, true) = CrashlyticsMetadata.title(bytes, last.place).title else {
      return false
    }
    return true
  }

  /// Returns whether a line is a frame of Java, or of native code in Android's own form: `at com.example.Cart.pay(Cart.java:39)`,
  /// `#00 pc 000000000000113c  /data/app/libcart.so (pay+12)`.
  private func isAndroidFrame(_ line: Range<Int>) -> Bool {
    if TextScan.hasPrefix(bytes, line, "at ") { return bytes[line].last == UInt8(ascii: ")") }
    guard TextScan.hasPrefix(bytes, line, "#"), let index = TextScan.decimal(bytes, line.lowerBound + 1, line.upperBound) else {
      return false
    }
    return TextScan.hasPrefix(bytes, TextScan.skipBlanks(bytes, index.end, line.upperBound)..<line.upperBound, "pc ")
  }

  private mutating func closeColumns() {
    guard let closed = columns.close(bytes) else { return }
    var frame = closed.frame
    beginStack(ifNotAbove: frame.index)
    frame.image = images.place(closed.image, nil, nil, in: &report.images)
    append(frame)
  }

  private mutating func add(_ line: CrashlyticsFrameLine, at place: Range<Int>) {
    closeColumns()
    if line.id != nil { isSure = true }
    let isAddress = line.value >= Self.firstAddress || metadata.isFabric
    if isInlineOpen, let last = report.frames.indices.last, report.frames[last].index == line.index {
      return extend(last, line, place)
    }
    beginStack(ifNotAbove: line.index)
    var frame = Frame(index: line.index, kind: .returnAddress, sourceRange: place, replaceableRange: line.tail)
    frame.reported = line.reported
    frame.image = images.place(TextScan.text(bytes, line.image), line.id, line.idText, in: &report.images)
    if frame.image == nil || isAddress { frame.address = RuntimeAddress(line.value) }
    if frame.address == nil { frame.imageOffset = ImageOffset(line.value) }
    append(frame)
    isInlineOpen = line.isInlined
  }

  /// Adds a line to a frame whose lines so far are inlined functions.
  private mutating func extend(_ last: Int, _ line: CrashlyticsFrameLine, _ place: Range<Int>) {
    if let inlined = report.frames[last].reported { report.frames[last].reportedInlines.append(inlined) }
    report.frames[last].reported = line.reported
    report.frames[last].sourceRange = report.frames[last].sourceRange.lowerBound..<place.upperBound
    report.frames[last].replaceableRange = line.tail
    images.note(line.reported, in: report.frames[last].image)
    isInlineOpen = line.isInlined
  }

  private mutating func append(_ frame: Frame) {
    images.note(frame.reported, in: frame.image)
    report.frames.append(frame)
    let end = report.frames.count
    switch open {
    case .thread?:
      report.threads[report.threads.count - 1].frames = report.threads[report.threads.count - 1].frames.lowerBound..<end
    case .backtrace?:
      report.backtraces[report.backtraces.count - 1].frames =
        report.backtraces[report.backtraces.count - 1].frames.lowerBound..<end
    case nil: break
    }
    title = []
  }

  // MARK: Stacks

  /// Begins a stack if a frame does not continue the open one.
  private mutating func beginStack(ifNotAbove index: Int) {
    if open != nil, let last = report.frames.last, index > last.index { return }
    let frames = report.frames.count..<report.frames.count
    let found = title.map { CrashlyticsMetadata.title(bytes, $0.place) }
    guard let position = found.firstIndex(where: { $0.isSure }) ?? found.indices.last else { return beginUntitled(frames) }
    let (meaning, isSure) = found[position]
    if isSure { self.isSure = true }
    keep(title[..<position])
    switch meaning {
    case .exception(let name, let isFatal): beginException(name, isFatal: isFatal, frames)
    case .thread(let name, let number, let crashed):
      // Titles are the words above the first frame: without any sign they may be those of a sentence.
      guard isSure || metadata.hasHeader || !report.threads.isEmpty else { return beginUntitled(frames) }
      var thread = CrashThread(index: number ?? report.threads.count, crashed: crashed, frames: frames)
      if name.hasPrefix("com.") || name.contains(".") { thread.queue = name } else { thread.name = name }
      report.threads.append(thread)
      open = .thread
    }
  }

  /// Keeps lines above the first frame that say nothing of its stack.
  private mutating func keep(_ lines: some Sequence<(place: Range<Int>, number: Int)>) {
    guard report.frames.isEmpty else { return }
    for line in lines { metadata.keep(line: TextScan.text(bytes, line.place), number: line.number) }
  }

  private mutating func beginUntitled(_ frames: Range<Int>) {
    report.backtraces.append(Backtrace(kind: .callStack, index: report.backtraces.count, frames: frames))
    open = .backtrace
  }

  /// Begins the stack of an exception; the lines between its title and the frames are the reason.
  private mutating func beginException(_ name: String, isFatal: Bool, _ frames: Range<Int>) {
    if report.exception == nil {
      var exception = CrashException()
      exception.name = name
      let reason = title.drop { !CrashlyticsMetadata.title(bytes, $0.place).isSure }.dropFirst().map {
        TextScan.text(bytes, $0.place)
      }
      exception.reason = reason.isEmpty ? nil : reason.joined(separator: "\n")
      report.exception = exception
      if !isFatal { report.kind = .user }
    }
    report.backtraces.append(
      Backtrace(kind: isFatal ? .lastException : .callStack, index: report.backtraces.count, frames: frames))
    open = .backtrace
  }

  // MARK: The end

  private mutating func finish() {
    metadata.apply(to: &report)
    if androidFrames > 0 {
      let frames = androidFrames == 1 ? "1 frame of Java or Android was" : "\(androidFrames) frames of Java or Android were"
      let why = "\(frames) skipped: only those of Apple's systems are read from Crashlytics"
      report.diagnostics.append(ReportDiagnostic(.warning, why, line: firstAndroidLine))
    }
    images.assignOwners(in: &report.images)
    for thread in report.threads { FrameKinds.assign(&report.frames, in: thread.frames, origin: .interrupted) }
    for backtrace in report.backtraces { FrameKinds.assign(&report.frames, in: backtrace.frames, origin: .recorded) }
  }
}
