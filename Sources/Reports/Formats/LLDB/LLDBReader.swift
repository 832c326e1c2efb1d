import CrashModel
import SymbolModel

/// Reads the backtraces that the debugger prints (`bt`, `bt all`): a line for each thread, then its frames.
struct LLDBReader {
  /// What was read so far.
  private(set) var report = CrashReport(format: .lldb)
  private let bytes: [UInt8]
  private var images: [String: Int] = [:]
  /// The lines of inlined functions whose caller has not come.
  private var inlined: [(line: LLDBFrameLine, place: Range<Int>)] = []

  /// The lines above the first thread.
  private var above = UnreadLines()
  /// The maximum number of lines above the first thread that belong to the report: more are a log.
  private static let maxAbove = 40

  /// Returns the report, or nil if the text has fewer than two frames, or one without the line of its thread.
  static func read(_ bytes: [UInt8]) -> CrashReport? {
    var reader = LLDBReader(bytes: bytes)
    var lines = TextLines(bytes)
    while let line = lines.next() { reader.read(line, number: lines.number) }
    reader.finish()
    let hasTitle = reader.report.threads.contains { !$0.sourceRange.isEmpty }
    return reader.report.frames.count > (hasTitle ? 0 : 1) ? reader.report : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Lines

  private mutating func read(_ line: Range<Int>, number: Int) {
    if let frame = LLDBFrameLine(bytes, line) {
      add(frame, at: line)
    } else if TextScan.find(bytes, line, "thread #") != nil {
      openThread(line)
    } else if report.threads.isEmpty, above.list.count <= Self.maxAbove, let text = TextScan.trimmedText(bytes, line),
      !text.hasPrefix("(lldb) ")
    {
      above.add(line: text, number: number)
    }
  }

  /// `* thread #1, name = 'x', queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)`
  private mutating func openThread(_ line: Range<Int>) {
    let content = TextScan.trimmed(bytes, line)
    let mark = "thread #"
    let isMarked = TextScan.hasPrefix(bytes, content, "* ")
    let start = content.lowerBound + (isMarked ? 2 : 0)
    guard let number = TextScan.decimal(bytes, start + mark.utf8.count, content.upperBound),
      TextScan.hasPrefix(bytes, start, content.upperBound, mark)
    else { return }
    closeThread(before: line.lowerBound)
    let count = report.frames.count
    var thread = CrashThread(index: Int(clamping: number.value), frames: count..<count)
    thread.name = quoted("name = '", content)
    thread.queue = quoted("queue = '", content)
    thread.sourceRange = line
    let reason = TextScan.find(bytes, content, "stop reason = ").map {
      TextScan.text(bytes, $0 + "stop reason = ".utf8.count..<content.upperBound)
    }
    if let reason, reason.hasPrefix("EXC_") || reason.hasPrefix("signal ") {
      thread.crashed = isMarked
      if isMarked { report.exception = Self.exception(reason) }
    }
    report.threads.append(thread)
  }

  private func quoted(_ mark: String, _ range: Range<Int>) -> String? {
    guard let start = TextScan.find(bytes, range, mark).map({ $0 + mark.utf8.count }),
      let end = TextScan.find(bytes, start..<range.upperBound, "'")
    else { return nil }
    return TextScan.trimmedText(bytes, start..<end)
  }

  /// `EXC_BAD_ACCESS (code=1, address=0x0)`, `signal SIGABRT`
  private static func exception(_ reason: String) -> CrashException {
    var exception = CrashException()
    if reason.hasPrefix("signal ") {
      exception.signal = String(reason.dropFirst("signal ".count))
      exception.type = exception.signal
      return exception
    }
    let parts = reason.split(separator: " ", maxSplits: 1).map(String.init)
    exception.type = parts.first
    exception.codes = parts.count > 1 ? String(parts[1].drop { $0 == "(" }.prefix { $0 != ")" }) : nil
    if let word = exception.codes?.split(separator: "=").last {
      exception.faultAddress = HexNumber.parse(word).map { RuntimeAddress($0) }
    }
    return exception
  }

  // MARK: Frames

  private mutating func add(_ line: LLDBFrameLine, at place: Range<Int>) {
    if report.threads.isEmpty { report.threads.append(CrashThread(index: 1)) }
    if let last = inlined.last, last.line.address != line.address { flush() }
    if line.inlined {
      inlined.append((line, place))
    } else {
      append(line, at: place)
    }
  }

  private mutating func append(_ line: LLDBFrameLine, at place: Range<Int>) {
    var frame = Frame(index: line.number, kind: .returnAddress, address: RuntimeAddress(line.address))
    frame.sourceRange = (inlined.first?.place.lowerBound ?? place.lowerBound)..<place.upperBound
    frame.replaceableRange = line.tail
    frame.reported = line.reported
    frame.reportedInlines = inlined.map { $0.line.reported ?? ReportedSymbol() }
    let image = image(TextScan.text(bytes, line.image))
    frame.image = image
    // The debugger has debug information for what was built on the same machine, and none for the system.
    if line.reported?.line != nil { report.images[image].inApp = true }
    inlined = []
    report.frames.append(frame)
    let thread = report.threads.count - 1
    report.threads[thread].frames = report.threads[thread].frames.lowerBound..<report.frames.count
  }

  /// Adds inlined functions without their caller: the outermost takes its part.
  private mutating func flush() {
    guard let outer = inlined.popLast() else { return }
    append(outer.line, at: outer.place)
  }

  /// Returns the position of an image. LLDB prints only the names of images.
  private mutating func image(_ name: String) -> Int {
    if let known = images[name] { return known }
    images[name] = report.images.count
    report.images.append(BinaryImage(name: name))
    return report.images.count - 1
  }

  // MARK: The end

  private mutating func closeThread(before position: Int) {
    flush()
    guard let last = report.threads.indices.last, !report.threads[last].sourceRange.isEmpty else { return }
    report.threads[last].sourceRange = report.threads[last].sourceRange.lowerBound..<position
  }

  private mutating func finish() {
    closeThread(before: bytes.count)
    // A session that stopped at a breakpoint, or where somebody paused it.
    if report.exception == nil { report.kind = .other }
    if above.list.count <= Self.maxAbove { report.other = above.list }
    for thread in report.threads { FrameKinds.assign(&report.frames, in: thread.frames, origin: .interrupted) }
  }
}
