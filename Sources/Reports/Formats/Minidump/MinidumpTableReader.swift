import CrashModel
import SymbolModel

/// Reads the lines of a `MinidumpTableReport`. Offsets of callers are those of return addresses on Intel, and inside the call on ARM, where
/// Breakpad knows no return address of a frame (stackframe_cpu.h); the last field of a frame counts from the line, the function, the module
/// or 0, by what the fields before it have (stackwalk_common.cc).
struct MinidumpTableReader {
  private var report = CrashReport(format: .minidump)
  private let bytes: [UInt8]
  private var architecture: Architecture?
  private var positions: [String: Int] = [:]
  private var threads: [Int: Int] = [:]
  private var crashed: Int?

  /// Reads the table that begins near the beginning of a text, up to the first line below its frames that has another form. Returns nil if
  /// there is none.
  static func read(_ bytes: [UInt8]) -> CrashReport? {
    var reader = MinidumpTableReader(bytes)
    var lines = TextLines(bytes)
    var isOpen = false
    while let line = lines.next() {
      let content = TextScan.trimmed(bytes, line)
      if !isOpen { isOpen = TextScan.hasPrefix(bytes, content, "OS|") }
      guard isOpen || lines.number < 40 else { return nil }
      guard isOpen, !content.isEmpty else { continue }
      guard TextScan.find(bytes, content, "|") != nil else { break }
      reader.read(content, lines.number)
    }
    reader.finish()
    return isOpen ? reader.report : nil
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read(_ line: Range<Int>, _ number: Int) {
    let ranges = MinidumpTableReport.fields(bytes, line)
    let fields = ranges.map { TextScan.trimmedText(bytes, $0) }
    switch (fields[0], fields.count) {
    case ("OS", 3...): (report.system.name, report.system.version) = (fields[1], fields[2])
    case ("CPU", 2...):
      report.device.cpuType = fields[1]
      architecture = MinidumpModule.architecture(fields[1])
      keep(fields.dropFirst(2).first ?? nil, "CPU")
    case ("Crash", 4...): readCrash(fields)
    case ("Module", 8...): readModule(fields, line)
    case (let first?, 7...) where Int(first) != nil: readFrame(fields, ranges, line)
    default:
      keep(ranges.count > 1 && fields.dropFirst().allSatisfy { $0 == nil } ? nil : TextScan.text(bytes, line), "line \(number)")
    }
  }

  private mutating func keep(_ text: String?, _ path: String) {
    if let text { report.other.append(OtherValue(path: path, value: .text(text))) }
  }

  /// `Crash|SIGSEGV|0x45|0`; without a crash the thread that asked, or nothing.
  private mutating func readCrash(_ fields: [String?]) {
    guard fields[1] != "No crash" else { return }
    crashed = fields[3].flatMap { Int($0) }
    // A microdump has no reason.
    guard let reason = fields[1] else { return }
    report.exception = MinidumpModule.exception(reason: reason, address: fields[2].flatMap { HexNumber.parse($0) })
  }

  /// `Module|shop|1.0|shop|5A9832E5287241C1838ED98914E9B7FF0|0x00400000|0x0042cfff|1`
  private mutating func readModule(_ fields: [String?], _ line: Range<Int>) {
    var image = BinaryImage(path: fields[1], sourceRange: line)
    image.name = image.path.map { PathText.lastComponent(of: $0) }
    image.version = fields[2]
    image.idText = fields[4]
    image.id = MinidumpModule.id(
      debugID: fields[4], codeID: nil, isApple: MinidumpModule.isApple(system: report.system.name))
    let (low, high) = (fields[5].flatMap { HexNumber.parse($0) }, fields[6].flatMap { HexNumber.parse($0) })
    image.loadAddress = low.map { RuntimeAddress($0) }
    if let low, let high, high >= low, high < .max { image.size = high - low + 1 }
    image.architecture = architecture
    image.inApp = ImageOwnership.isInApp(path: image.path)
    if fields[7] == "1" { report.process.name = image.name }
    if let name = fields[1], positions[name] == nil { positions[name] = report.images.count }
    report.images.append(image)
  }

  /// `0|3|libc.so.6|abort|||0x1c`
  private mutating func readFrame(_ fields: [String?], _ ranges: [Range<Int>], _ line: Range<Int>) {
    let index = fields[0].flatMap { Int($0) } ?? 0
    let thread = threads[index] ?? open(index)
    var frame = Frame(
      index: fields[1].flatMap { Int($0) } ?? report.frames.count - report.threads[thread].frames.lowerBound,
      kind: .returnAddress,
      sourceRange: line, replaceableRange: ranges[3].lowerBound..<line.upperBound)
    frame.image = fields[2].flatMap { positions[$0] }
    if frame.image == nil { frame.imageName = fields[2] }
    let offset = fields[6].flatMap { HexNumber.parse($0) }
    if let name = fields[3] {
      frame.reported = ReportedSymbol(symbol: name, file: fields[4], line: fields[5].flatMap { UInt32($0) })
      if fields[5] == nil { frame.reported?.offset = offset }
    } else if let offset {
      if let image = frame.image, let load = report.images[image].loadAddress {
        frame.address = RuntimeAddress(load.value &+ offset)
      } else {
        frame.address = RuntimeAddress(offset)
      }
    }
    report.frames.append(frame)
    report.threads[thread].frames = report.threads[thread].frames.lowerBound..<report.frames.count
  }

  /// Lines of one thread follow one another.
  private mutating func open(_ index: Int) -> Int {
    threads[index] = report.threads.count
    report.threads.append(
      CrashThread(index: index, crashed: index == crashed, frames: report.frames.count..<report.frames.count))
    return report.threads.count - 1
  }

  private mutating func finish() {
    if report.exception == nil, !report.threads.contains(where: \.crashed) { report.kind = .other }
    for thread in report.threads { FrameKinds.assign(&report.frames, in: thread.frames, origin: .interrupted) }
    guard MinidumpModule.isARM(architecture) else { return }
    for position in report.frames.indices { report.frames[position].kind = .exact }
  }
}
