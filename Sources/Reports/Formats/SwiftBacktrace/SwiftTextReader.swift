import CrashModel
import SymbolModel

/// Reads the Swift runtime's crash reports as text (`SWIFT_BACKTRACE=enable=yes`). Every line may have a logger's prefix of
/// constant length.
struct SwiftTextReader: Sendable {
  /// The text.
  let log: LogText
  /// The report so far.
  var report = CrashReport(format: .swiftBacktrace)
  /// One entry per frame.
  private(set) var slots: [LogSlot] = []
  /// The lines above the frames of crashed threads.
  private(set) var crashedHeaders: [Int] = []
  /// The lines from the first to the last that belong to the report.
  private(set) var lines: Range<Int>
  private var column = 0
  private var state = SwiftTextState()
  private var inlined: [(frame: Frame, line: Int, tail: Range<Int>)] = []
  /// The first thread that is marked as crashed, as a position in the report.
  private var crashedThread: Int?
  /// Whether frames have marks for the kind of their addresses.
  private var hasMarks = false

  /// Returns all reports in a log, in the order of their position.
  static func readAll(_ log: LogText) -> [SwiftTextReader] {
    var readers: [SwiftTextReader] = []
    var current: SwiftTextReader?
    for position in log.lines.indices {
      let event = SwiftTextEvent(log.text, log.lines[position].range, column: current?.column)
      if let event, event.startsReport(after: current?.state) {
        if let done = current?.finished() { readers.append(done) }
        current = SwiftTextReader(log, at: position, column: event.column)
      }
      guard current != nil else { continue }
      current?.read(event, at: position)
      if current?.state.isOver == true {
        if let done = current?.finished() { readers.append(done) }
        current = nil
      }
    }
    if let done = current?.finished() { readers.append(done) }
    return readers
  }

  private init(_ log: LogText, at position: Int, column: Int) {
    self.log = log
    self.column = column
    lines = position..<position
  }

  // MARK: Lines

  private mutating func read(_ event: SwiftTextEvent?, at position: Int) {
    guard let event else {
      state.countStray()
      return
    }
    if event.isContent { lines = lines.lowerBound..<position + 1 }
    if event.column != column, case .thread = event.kind { column = event.column }
    switch event.kind {
    case .blank, .excerpt: break
    case .crash(let description, let address): readCrash(description, address)
    case .platform(let range): readPlatform(range)
    case .thread(let index, let name, let crashed):
      if crashed { crashedHeaders.append(position) }
      openThread(index, name, crashed)
    case .frame(let frame): add(frame, at: position)
    case .registers(let found):
      for register in found { add(Register(name: TextScan.text(log.text, register.name), value: register.value)) }
    case .registersTitle: state.registersThread = crashedThread ?? report.threads.indices.last
    case .images: flush()
    case .image(let line): add(line, at: position)
    case .end: state.isOver = true
    }
    state.note(event)
  }

  private mutating func readCrash(_ description: Range<Int>, _ address: UInt64?) {
    var exception = CrashException()
    exception.type = TextScan.trimmedText(log.text, description)
    exception.faultAddress = address.map { RuntimeAddress($0) }
    exception.reason = statedReason(before: lines.lowerBound)
    report.exception = exception
  }

  /// Returns the text after `Fatal error: ` in the few lines before the report.
  private func statedReason(before position: Int) -> String? {
    for line in log.lines[max(0, position - 6)..<position].reversed() {
      if let mark = TextScan.find(log.text, line.range, "Fatal error: ") {
        return TextScan.trimmedText(log.text, mark + "Fatal error: ".utf8.count..<line.range.upperBound)
      }
    }
    return nil
  }

  private mutating func readPlatform(_ range: Range<Int>) {
    let text = TextScan.text(log.text, range)
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    report.device.cpuType = words.first
    report.system = SwiftBacktraceReader.system(words.count > 1 ? words[1] : nil)
  }

  private mutating func openThread(_ index: Int, _ name: Range<Int>?, _ crashed: Bool) {
    flush()
    let count = report.frames.count
    if crashed, crashedThread == nil { crashedThread = report.threads.count }
    report.threads.append(
      CrashThread(index: index, name: name.map { TextScan.text(log.text, $0) }, crashed: crashed, frames: count..<count))
    state.registersThread = report.threads.count - 1
  }

  private mutating func add(_ register: Register) {
    guard let thread = state.registersThread, report.threads.indices.contains(thread) else { return }
    report.threads[thread].registers.append(register)
  }

  private mutating func add(_ line: SwiftTextImageLine, at position: Int) {
    var image = line.image(log.text)
    image.sourceRange = log.origin(log.lines[position].range)
    image.architecture = report.device.cpuType.map { Architecture($0) }
    report.images.append(image)
  }

  // MARK: Frames

  private mutating func add(_ line: SwiftTextFrameLine, at position: Int) {
    guard !report.threads.isEmpty else { return }
    var frame = Frame(
      index: line.index ?? (report.frames.last?.index ?? -1) + 1, kind: line.kind,
      address: line.address.map { RuntimeAddress($0) })
    frame.sourceRange = log.origin(log.lines[position].range)
    frame.replaceableRange = log.origin(line.tail)
    frame.reported = line.reported
    if let image = line.image { frame.imageName = TextScan.text(log.text, image) }
    if line.isMarked { hasMarks = true }
    if let last = inlined.last, last.frame.address != frame.address || !isBelow(last.line, position) { flush() }
    noteOmitted(before: frame)
    if line.inlined {
      inlined.append((frame, position, line.tail))
      return
    }
    append(frame, at: position, tail: line.tail)
  }

  /// Returns whether a line is the next one, apart from blank lines and lines of source code.
  private func isBelow(_ line: Int, _ position: Int) -> Bool {
    log.lines[line + 1..<position].allSatisfy { between in
      switch SwiftTextEvent(log.text, between.range, column: column)?.kind {
      case .blank, .excerpt: true
      default: false
      }
    }
  }

  /// Records `...`: between frames it means frames that the runtime omitted; at the end, all frames that it did not reach.
  private mutating func noteOmitted(before frame: Frame) {
    guard let last = report.frames.indices.last, report.frames[last].kind == .truncated, frame.kind != .truncated,
      report.threads.last?.frames.contains(last) == true
    else { return }
    report.frames[last].kind = .omitted
    let count = frame.index - report.frames[last].index
    if count > 0 { report.frames[last].omittedCount = count }
  }

  private mutating func append(_ frame: Frame, at position: Int, tail: Range<Int>) {
    var frame = frame
    frame.reportedInlines = inlined.map { $0.frame.reported ?? ReportedSymbol() }
    if let inner = inlined.first { frame.sourceRange = inner.frame.sourceRange.lowerBound..<frame.sourceRange.upperBound }
    // If source code is between the lines, only the frame's own line is replaced.
    let first = inlined.first?.line ?? position
    slots.append(LogSlot(lines: (position - first == inlined.count ? first : position)...position, tail: tail))
    inlined = []
    report.frames.append(frame)
    let thread = report.threads.count - 1
    report.threads[thread].frames = report.threads[thread].frames.lowerBound..<report.frames.count
  }

  /// Adds inlined functions without their caller: the outermost takes its part.
  private mutating func flush() {
    guard let outer = inlined.popLast() else { return }
    append(outer.frame, at: outer.line, tail: outer.tail)
  }

  /// Returns the bytes of a line after the logger's prefix.
  func contents(of position: Int) -> Range<Int> {
    let line = log.lines[position].range
    return min(line.lowerBound + column, line.upperBound)..<line.upperBound
  }

  // MARK: The end

  /// Returns the report, or nil if it has no frame with an address or a name.
  private func finished() -> SwiftTextReader? {
    var copy = self
    copy.flush()
    copy.flushCounts()
    return copy.report.frames.contains { $0.address != nil || $0.reported != nil } ? copy : nil
  }

  private mutating func flushCounts() {
    if !hasMarks { tellReturnAddresses() }
    let architecture = report.device.cpuType.map { Architecture($0) }
    let table = ImageTable(report.images)
    for position in report.frames.indices {
      guard let address = report.frames[position].address else { continue }
      report.frames[position].image = table.position(of: address, on: architecture)
      if report.frames[position].image != nil { report.frames[position].imageName = nil }
    }
    if report.images.isEmpty {
      let advice = "the report lists no images: run the program with SWIFT_BACKTRACE=images=all"
      report.diagnostics.append(ReportDiagnostic(.warning, advice, line: log.lines[lines.lowerBound].number, kind: .noImages))
      nameImages()
    }
    report.process.name = SwiftProcessName.find(report)
  }

  /// Sets the kinds of addresses if no frame has a mark, as with `preset=friendly`: all but the first of each thread are return
  /// addresses. Functions that were inlined into the first one may precede it: they have neither an address nor an offset.
  private mutating func tellReturnAddresses() {
    for thread in report.threads {
      let first = thread.frames.first { report.frames[$0].address != nil || report.frames[$0].reported?.offset != nil }
      guard let first else { continue }
      for position in thread.frames where position > first && report.frames[position].kind == .exact {
        report.frames[position].kind = .returnAddress
        if let offset = report.frames[position].reported?.offset { report.frames[position].reported?.offset = offset &+ 1 }
      }
    }
  }

  /// Images that only the frames name: a debug file may fit them.
  private mutating func nameImages() {
    var known: [String: Int] = [:]
    for position in report.frames.indices {
      guard let name = report.frames[position].imageName else { continue }
      if known[name] == nil {
        known[name] = report.images.count
        report.images.append(BinaryImage(name: name))
      }
      report.frames[position].image = known[name]
      report.frames[position].imageName = nil
    }
  }
}
