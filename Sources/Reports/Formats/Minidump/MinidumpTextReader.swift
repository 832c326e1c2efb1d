import CrashModel
import SymbolModel

/// Reads the lines of a `MinidumpTextReport`.
///
/// Both tools print the program counter of a frame among its registers, which for callers is the return address. Offsets of callers differ
/// by one byte between the tools, so they count only where no counter is printed.
struct MinidumpTextReader {
  private enum Section {
    case head, thread, modules, unloaded
  }

  private(set) var report = CrashReport(format: .minidumpText)
  private let bytes: [UInt8]
  private var section = Section.head
  /// The key of the last line of the head: values go on in indented lines.
  private var key = ""
  private var reason: String?
  private var crashAddress: UInt64?
  /// The lines of functions inlined into a frame whose line has not come.
  private var inlined: [(frame: MinidumpTextFrame, line: Range<Int>)] = []
  /// The last frame, whose registers come.
  private var last: (frame: MinidumpTextFrame, position: Int)?
  private var moduleOffsets: [Int: UInt64] = [:]
  /// The frames whose address is such an offset.
  private var placedByOffset: [Int] = []
  private var architecture: Architecture?

  /// Returns the report, or nil if the text is none: the head's lines and a thread with a frame are what it takes.
  static func read(_ bytes: [UInt8]) -> CrashReport? {
    guard let indent = indent(bytes) else { return nil }
    var reader = MinidumpTextReader(bytes)
    var lines = TextLines(bytes)
    while let line = lines.next() {
      let blanks = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
      reader.read(min(line.lowerBound + indent, blanks)..<line.upperBound, number: lines.number)
    }
    guard !reader.report.frames.isEmpty, reader.report.threads.contains(where: { !$0.frames.isEmpty }) else { return nil }
    reader.finish()
    return reader.report
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the number of blanks before the lines of the head, or nil if there is no head near the beginning.
  private static func indent(_ bytes: [UInt8]) -> Int? {
    var lines = TextLines(bytes)
    while lines.number < 40, let line = lines.next() {
      let content = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
      if MinidumpTextReport.titles.contains(where: { TextScan.hasPrefix(bytes, content, line.upperBound, $0) }) {
        return content - line.lowerBound
      }
    }
    return nil
  }

  // MARK: Lines

  private mutating func read(_ line: Range<Int>, number: Int) {
    let content = TextScan.trimmed(bytes, line)
    guard !content.isEmpty else { return }
    if TextScan.hasPrefix(bytes, line, "Loaded modules:") {
      enter(.modules, before: line.lowerBound)
    } else if TextScan.hasPrefix(bytes, line, "Unloaded modules:") {
      enter(.unloaded, before: line.lowerBound)
    } else if let thread = thread(line) {
      enter(.thread, before: line.lowerBound)
      report.threads.append(thread)
    } else {
      switch section {
      case .head: readHead(line, content)
      case .thread: readThread(line, content)
      case .modules: readModule(content, line)
      case .unloaded: keep(content, number)
      }
    }
  }

  private mutating func enter(_ next: Section, before position: Int) {
    flush()
    last = nil
    if section == .thread, let open = report.threads.indices.last {
      report.threads[open].sourceRange = report.threads[open].sourceRange.lowerBound..<position
    }
    section = next
  }

  private mutating func keep(_ content: Range<Int>, _ number: Int) {
    report.other.append(OtherValue(path: "line \(number)", value: .text(TextScan.text(bytes, content))))
  }

  // MARK: The head

  private mutating func readHead(_ line: Range<Int>, _ content: Range<Int>) {
    let isContinued = bytes[line.lowerBound] <= TextScan.space
    let colon = isContinued ? nil : TextScan.find(bytes, content, ":")
    if let colon { key = TextScan.text(bytes, content.lowerBound..<colon) }
    let value = TextScan.text(bytes, TextScan.trimmed(bytes, (colon.map { $0 + 1 } ?? content.lowerBound)..<content.upperBound))
    switch (key, isContinued) {
    case ("Operating system", false): report.system.name = value
    case ("Operating system", true):
      let words = value.split(separator: " ", maxSplits: 1).map(String.init)
      report.system.version = words.first
      if words.count > 1 { report.system.build = words[1] }
    case ("CPU", false):
      report.device.cpuType = value
      architecture = MinidumpModule.architecture(value)
    case ("Crash reason", false): reason = value.isEmpty ? nil : value
    case ("Crash address", false): crashAddress = value.split(separator: " ").first.flatMap { HexNumber.parse($0) }
    case ("Process uptime", false): report.lifetime = value.split(separator: " ").first.flatMap { Double($0) }
    case ("Assertion", false): report.applicationSpecificInformation.append(value)
    default:
      guard !value.isEmpty else { return }
      report.other.append(OtherValue(path: key.isEmpty ? "line" : key, value: .text(value)))
    }
  }

  // MARK: Threads

  /// `Thread 0 main (crashed) - tid: 4611`, `Thread 3`, `Thread 0 (requested dump, did not crash)`
  private func thread(_ line: Range<Int>) -> CrashThread? {
    guard TextScan.hasPrefix(bytes, line, "Thread "), let number = TextScan.decimal(bytes, line.lowerBound + 7, line.upperBound)
    else { return nil }
    var thread = CrashThread(index: Int(clamping: number.value), frames: report.frames.count..<report.frames.count)
    thread.sourceRange = line
    var rest = number.end..<line.upperBound
    for mark in [" - tid: ", "(crashed)", "(requested dump, did not crash)"] {
      guard let found = TextScan.find(bytes, rest, mark) else { continue }
      if mark == "(crashed)" { thread.crashed = true }
      rest = rest.lowerBound..<found
    }
    thread.name = TextScan.trimmedText(bytes, rest)
    return thread
  }

  private mutating func readThread(_ line: Range<Int>, _ content: Range<Int>) {
    if let frame = MinidumpTextFrame(bytes, line) {
      if let before = inlined.last?.frame.number, frame.number != before, frame.number != before + 1 { flush() }
      inlined.append((frame, line))
      last = nil
    } else if TextScan.hasPrefix(bytes, content, "Found by: ") {
      if TextScan.hasSuffix(bytes, content, "inlining") { return }
      flush()
      last = nil
    } else {
      readRegisters(content)
    }
  }

  /// Adds the frame of the last line that came, into which the functions of those before it are inlined.
  private mutating func flush() {
    guard let (frame, line) = inlined.popLast(), let open = report.threads.indices.last else { return }
    let start = inlined.first?.line.lowerBound ?? line.lowerBound
    var new = Frame(
      index: frame.number, kind: .returnAddress, address: frame.address.map { RuntimeAddress($0) },
      sourceRange: start..<tailEnd(line),
      replaceableRange: frame.tail)
    new.imageName = frame.module
    new.reported = frame.reported
    new.reportedInlines = inlined.map { $0.frame.reported ?? ReportedSymbol() }
    inlined = []
    if let offset = frame.moduleOffset { moduleOffsets[report.frames.count] = offset }
    last = (frame, report.frames.count)
    report.frames.append(new)
    report.threads[open].frames = report.threads[open].frames.lowerBound..<report.frames.count
  }

  private func tailEnd(_ line: Range<Int>) -> Int { TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound) }

  /// `rip = 0x0000000102a5823e    rsp = 0x00007ffeed1aa9c0`
  private mutating func readRegisters(_ content: Range<Int>) {
    if !inlined.isEmpty { flush() }
    guard let last, let open = report.threads.indices.last else { return }
    let words = TextScan.text(bytes, content).split(separator: " ").filter { $0 != "=" }
    for pair in stride(from: 0, to: words.count - 1, by: 2) {
      guard let value = HexNumber.parse(words[pair + 1]) else { continue }
      let name = String(words[pair])
      if last.position == report.threads[open].frames.lowerBound {
        report.threads[open].registers.append(Register(name: name, value: value))
      }
      if ["rip", "eip", "pc"].contains(name) { report.frames[last.position].address = RuntimeAddress(value) }
    }
  }

  // MARK: Modules

  /// `0x00400000 - 0x00419fff  crash  ???  (main)  (WARNING: No symbols, crash, 000000000000000000000000000000000)`
  private mutating func readModule(_ content: Range<Int>, _ line: Range<Int>) {
    guard let low = TextScan.hexadecimal(bytes, content.lowerBound, content.upperBound),
      TextScan.hasPrefix(bytes, low.end, content.upperBound, " - "),
      let high = TextScan.hexadecimal(bytes, low.end + 3, content.upperBound)
    else { return }
    let words = columns(high.end..<content.upperBound)
    guard let path = words.first else { return }
    var image = BinaryImage(path: path, sourceRange: line)
    image.name = PathText.lastComponent(of: path)
    image.loadAddress = RuntimeAddress(low.value)
    if high.value >= low.value, high.value < .max { image.size = high.value - low.value + 1 }
    if words.count > 1, words[1] != "???" { image.version = words[1] }
    // `(WARNING: No symbols, file, ID)` has the Breakpad identifier.
    if let warning = words.first(where: { $0.hasPrefix("(WARNING: ") }),
      let id = warning.split(separator: ")").first?.split(separator: " ").last
    {
      let isApple = MinidumpModule.isApple(system: report.system.name)
      image.idText = String(id)
      image.id = MinidumpModule.id(debugID: String(id), codeID: nil, isApple: isApple)
    }
    image.architecture = architecture
    image.inApp = ImageOwnership.isInApp(path: image.path)
    if words.contains("(main)") { report.process.name = image.name }
    report.images.append(image)
  }

  /// Returns what stands between gaps of two blanks.
  private func columns(_ range: Range<Int>) -> [String] {
    var words: [String] = []
    var rest = range
    while !rest.isEmpty {
      let end = TextScan.find(bytes, rest, "  ") ?? rest.upperBound
      if let word = TextScan.trimmedText(bytes, rest.lowerBound..<end) { words.append(word) }
      rest = min(end + 2, rest.upperBound)..<rest.upperBound
    }
    return words
  }

  // MARK: The end

  private mutating func finish() {
    flush()
    if section == .thread, let open = report.threads.indices.last {
      report.threads[open].sourceRange = report.threads[open].sourceRange.lowerBound..<bytes.count
    }
    if let reason, !reason.hasPrefix("No crash") {
      report.exception = MinidumpModule.exception(reason: reason, address: crashAddress)
    }
    if !report.threads.contains(where: \.crashed) { report.kind = .other }
    let table = ImageTable(report.images)
    let names = Dictionary(
      report.images.enumerated().map { ($1.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    for position in report.frames.indices { place(position, table, names) }
    for thread in report.threads { FrameKinds.assign(&report.frames, in: thread.frames, origin: .interrupted) }
    if MinidumpModule.isARM(architecture) { for position in placedByOffset { report.frames[position].kind = .exact } }
  }

  private mutating func place(_ position: Int, _ table: ImageTable, _ names: [String: Int]) {
    let named = report.frames[position].imageName.flatMap { names[$0] }
    if let address = report.frames[position].address {
      report.frames[position].image = table.position(of: address, on: architecture) ?? named
    } else if let named, let offset = moduleOffsets[position], let load = report.images[named].loadAddress {
      // The tool of this form prints no registers of callers: its offsets are those of return addresses, on ARM of calls.
      placedByOffset.append(position)
      report.frames[position].image = named
      report.frames[position].address = RuntimeAddress(load.value &+ offset)
    } else {
      report.frames[position].image = named
    }
    if report.frames[position].image != nil { report.frames[position].imageName = nil }
  }
}
