import CrashModel
import SymbolModel

/// Reads the stack traces of core dumps line by line: a header or the message, modules, then the threads.
struct CoredumpReader: Sendable {
  /// The text.
  let log: LogText
  /// The report so far.
  private(set) var report = CrashReport(format: .coredump)
  /// One entry per frame.
  private(set) var slots: [LogSlot] = []
  /// The line above the frames of the crashed thread, or nil before it.
  private(set) var crashedTitle: Int?
  /// The lines above the frames of all threads.
  private var titles: [Int] = []
  /// The lines from the first to the last that belong to the report.
  private(set) var lines: Range<Int>
  private var header = CoredumpHeader()
  /// The positions of images by the names of modules.
  private var images: [String: Int] = [:]
  /// The lines of inlined functions whose caller has not come: they are a frame with it.
  private var inlined: [(line: CoredumpFrameLine, position: Int)] = []
  /// The number of foreign lines since the last one of the report.
  private var strays = 0
  private var isOver = false

  /// The maximum number of foreign lines in a row: source lines below a frame, and lines of other programs.
  private static let maxStrays = 24

  /// Whether coredumpctl's fields were read.
  var hasHeader: Bool { header.isPrinted }

  /// Returns all reports in a log, in the order of their position.
  static func readAll(_ log: LogText) -> [CoredumpReader] {
    // Without this title there is no report. Most logs end here.
    guard TextScan.find(log.text, log.text.startIndex..<log.text.endIndex, CoredumpLine.threadTitle) != nil else { return [] }
    var readers: [CoredumpReader] = []
    var current: CoredumpReader?
    for position in log.lines.indices {
      let range = log.lines[position].range
      if current != nil {
        let line = CoredumpLine(log.text, range)
        if current?.take(line, at: position) == true { continue }
        if let done = current?.finished() { readers.append(done) }
        current = nil
      }
      guard let line = CoredumpLine(opening: log.text, range) else { continue }
      current = CoredumpReader(log: log, lines: position..<position)
      _ = current?.take(line, at: position)
    }
    if let done = current?.finished() { readers.append(done) }
    return readers
  }

  private init(log: LogText, lines: Range<Int>) {
    self.log = log
    self.lines = lines
  }

  // MARK: Lines

  /// Takes a line, which is nil if it is foreign. Returns false if it does not belong to the report.
  private mutating func take(_ line: CoredumpLine?, at position: Int) -> Bool {
    guard !isOver, isInSameString(position) else { return false }
    guard let line else {
      if report.threads.isEmpty, header.isPrinted { header.takeOther(TextScan.trimmedText(log.text, log.lines[position].range)) }
      strays += 1
      return strays <= Self.maxStrays
    }
    switch line {
    case .blank: return true
    case .field(let field, let value):
      if !report.threads.isEmpty || field == .pid && !lines.isEmpty { return false }
      header.take(field, TextScan.text(log.text, value))
    case .message(let pid, let name):
      if !report.threads.isEmpty || header.hasMessage { return false }
      header.take(messageOf: pid, TextScan.text(log.text, name))
    case .module, .package:
      if !report.threads.isEmpty { return false }
      readModule(line, at: position)
    case .thread(let index): open(index, at: position)
    case .frame(let frame):
      if !add(frame, at: position) { return false }
    case .damagedFrame:
      if report.threads.isEmpty { return false }
      let number = log.lines[position].number
      report.diagnostics.append(ReportDiagnostic(.warning, "a frame of the stack trace was not understood", line: number))
    case .architecture(let name):
      closeThread(before: position)
      readArchitecture(TextScan.text(log.text, name))
    }
    lines = lines.lowerBound..<position + 1
    strays = 0
    return true
  }

  /// Returns whether a line is in the JSON string of the report's first line, or outside of strings as that is.
  private func isInSameString(_ position: Int) -> Bool {
    let first = log.lines[lines.lowerBound]
    let line = log.lines[position]
    return line.level == first.level && (line.level == 0 || position == lines.lowerBound || line.followsInString)
  }

  private mutating func readModule(_ line: CoredumpLine, at position: Int) {
    switch line {
    case .module(let name, let id): identify(image(TextScan.text(log.text, name)), by: id, at: position)
    case .package(let module, let name, let id):
      let image = image(TextScan.text(log.text, module))
      report.images[image].version = TextScan.text(log.text, name)
      identify(image, by: id, at: position)
    default: break
    }
  }

  /// Gives an image the ID in a line. Pagers cut lines off and put `>` there, which leaves half an ID.
  private mutating func identify(_ image: Int, by range: Range<Int>?, at position: Int) {
    guard let text = range.flatMap({ TextScan.trimmedText(log.text, $0) }) else { return }
    report.images[image].sourceRange = log.origin(log.lines[position].range)
    guard !text.hasSuffix(">") else {
      let what = "the build ID of \(report.images[image].name ?? "a module") is cut off"
      report.diagnostics.append(ReportDiagnostic(.warning, what, line: log.lines[position].number))
      return
    }
    (report.images[image].id, report.images[image].idText) = (ImageID(parsing: text), text)
  }

  /// Reads the name of the processor, which elfutils prints in words of its own (`dwelf_elf_e_machine_string`).
  private mutating func readArchitecture(_ name: String) {
    report.device.cpuType = name
    let architecture = Self.architectures[name].map { Architecture($0) }
    for position in report.images.indices { report.images[position].architecture = architecture }
    isOver = true
  }

  private static let architectures = [
    "AMD x86-64": "x86_64", "Intel 80386": "i386", "AARCH64": "arm64", "ARM": "arm", "IBM S/390": "s390x", "PowerPC64": "ppc64",
  ]

  // MARK: Threads

  private mutating func open(_ index: Int, at position: Int) {
    closeThread(before: position)
    let count = report.frames.count
    // The kernel writes the thread that got the signal first.
    let crashed = report.threads.isEmpty
    var thread = CrashThread(index: index, crashed: crashed, frames: count..<count)
    if log.lines[position].level == 0 { thread.sourceRange = log.lines[position].range }
    if crashed { crashedTitle = position }
    titles.append(position)
    report.threads.append(thread)
  }

  /// Ends the section of the last thread with the line before another one.
  private mutating func closeThread(before position: Int) {
    flush()
    guard let last = report.threads.indices.last, !report.threads[last].sourceRange.isEmpty else { return }
    let end = position < log.lines.count ? log.origin(log.lines[position].range).lowerBound : log.inputCount
    report.threads[last].sourceRange =
      report.threads[last].sourceRange.lowerBound..<max(report.threads[last].sourceRange.lowerBound, end)
  }

  // MARK: Frames

  /// Adds a frame. Returns false if it does not continue the open thread.
  private mutating func add(_ line: CoredumpFrameLine, at position: Int) -> Bool {
    guard let thread = report.threads.last else { return false }
    if let last = inlined.last, last.line.address != line.address || last.position != position - 1 { flush() }
    let next = thread.frames.isEmpty && inlined.isEmpty ? 0 : (inlined.last?.line.index ?? (report.frames.last?.index ?? -1) + 1)
    if strays > 0, line.index != next { return false }
    inlined.append((line, position))
    if !line.isInlined { flush() }
    return true
  }

  /// Adds the open frame: its last line is that of the function itself, those before it are inlined ones.
  private mutating func flush() {
    guard let thread = report.threads.indices.last, let own = inlined.last?.line,
      let made = log.frame(of: inlined, kind: .returnAddress)
    else { return }
    var frame = made.frame
    frame.address = RuntimeAddress(own.address)
    inlined = []
    place(&frame, own)
    slots.append(made.slot)
    report.frames.append(frame)
    report.threads[thread].frames = report.threads[thread].frames.lowerBound..<report.frames.count
  }

  /// Puts a frame into its image. The first frame of an image gives the load address.
  private mutating func place(_ frame: inout Frame, _ line: CoredumpFrameLine) {
    guard let module = line.module else { return }
    let image = image(TextScan.text(log.text, module))
    frame.image = image
    guard let offset = line.offset else { return }
    let load = line.address >= offset ? RuntimeAddress(line.address - offset) : nil
    if report.images[image].loadAddress == nil { report.images[image].loadAddress = load }
    if load == nil || load != report.images[image].loadAddress { frame.imageOffset = ImageOffset(offset) }
  }

  /// Returns the position of a module's image, which is added if it is new.
  private mutating func image(_ module: String) -> Int {
    if let known = images[module] { return known }
    let hasPath = module.utf8.contains(UInt8(ascii: "/"))
    var image = BinaryImage(
      name: hasPath ? PathText.lastComponent(of: module) : module, path: hasPath ? module : nil)
    image.inApp = ImageOwnership.isInApp(path: image.path)
    images[module] = report.images.count
    report.images.append(image)
    return report.images.count - 1
  }

  // MARK: The end

  /// Returns the report, or nil if it has no frames.
  private func finished() -> CoredumpReader? {
    var copy = self
    if !isOver { copy.closeThread(before: lines.upperBound) }
    guard !copy.report.frames.isEmpty else { return nil }
    copy.header.apply(to: &copy.report)
    copy.markCrashedThread()
    copy.identifyExecutable()
    let architecture = copy.report.images.lazy.compactMap(\.architecture).first
    for thread in copy.report.threads {
      FrameKinds.assign(&copy.report.frames, in: thread.frames, origin: .interrupted, architecture: architecture)
    }
    return copy
  }

  /// Marks the thread that the header names as crashed, in place of the first one.
  private mutating func markCrashedThread() {
    guard let (id, name) = header.thread, let crashed = report.threads.firstIndex(where: { $0.index == id }) else { return }
    for position in report.threads.indices { report.threads[position].crashed = position == crashed }
    report.threads[crashed].name = name
    crashedTitle = titles[crashed]
  }

  /// Gives the executable the build ID of the header if no line of a module has it.
  private mutating func identifyExecutable() {
    guard let text = header.id, let id = ImageID(parsing: text), let path = report.process.path,
      let position = report.images.firstIndex(where: { $0.path == path || $0.name == report.process.name }),
      report.images[position].id == nil
    else { return }
    (report.images[position].id, report.images[position].idText) = (id, text)
  }
}
