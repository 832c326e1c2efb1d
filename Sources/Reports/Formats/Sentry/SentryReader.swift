import CrashModel
import JSONText
import SymbolModel

/// Reads Sentry's events: `exception`, `threads` and `debug_meta` (Sentry, "Event Payloads"). Their stacks have the outermost
/// frame first; in the model, as for all formats, the innermost is first. Also reads symbolicator requests and responses: see
/// `readSymbolicatorStacks`.
struct SentryReader {
  /// The report so far.
  var report = CrashReport(format: .sentry)
  let event: JSONValue
  private var table = ImageTable([])
  /// The architecture of the process, if the images have it.
  private(set) var architecture: Architecture?
  /// Load address to position of the images.
  private var loads: [UInt64: Int] = [:]
  /// The debug IDs of bundles, by the paths in frames.
  private var bundleIDs: [String: String] = [:]
  /// The exceptions of the event.
  private let exceptions: JSONValue.Elements
  /// Whether the crash is a language exception, whose stack the runtime recorded when it was thrown.
  private let isThrown: Bool

  /// Reads one event. What it lacks stays unknown.
  static func read(_ event: JSONValue) -> CrashReport {
    var reader = SentryReader(event)
    reader.readImages()
    reader.readThreads()
    reader.readExceptions()
    reader.readSymbolicatorStacks()
    SentryMetadata.fill(&reader.report, event)
    reader.report.diagnostics =
      JSONFlaws.diagnostics(of: [event], threads: reader.report.threads.count) + reader.report.diagnostics
    return reader.report
  }

  private init(_ event: JSONValue) {
    self.event = event
    exceptions = Self.values(event["exception"])
    isThrown = exceptions.contains { Self.isThrown($0) }
  }

  /// Returns the elements of a list that is the value itself or in an object's `values`.
  static func values(_ list: JSONValue?) -> JSONValue.Elements { (list?["values"] ?? list)?.elements ?? .none }

  // MARK: Images

  private mutating func readImages() {
    for element in (event["debug_meta"]?["images"] ?? event["modules"])?.elements ?? .none where element.kind == .object {
      // Source maps and mappings of obfuscated names are in the same list.
      if element["type"]?.equals("sourcemap") == true, let bundle = element["code_file"]?.string {
        bundleIDs[bundle] = element["debug_id"]?.string
      }
      guard element["image_addr"] != nil else { continue }
      if let load = element["image_addr"]?.address { loads[load] = report.images.count }
      report.images.append(Self.image(element))
    }
    table = ImageTable(report.images)
    let device = event["contexts"]?["device"]?["arch"]?.string.map { Architecture($0) }
    architecture = report.images.first?.architecture ?? device
    for position in report.images.indices where report.images[position].architecture == nil {
      report.images[position].architecture = device
    }
  }

  private static func image(_ value: JSONValue) -> BinaryImage {
    var image = BinaryImage(sourceRange: value.range)
    image.path = value["code_file"]?.string ?? value["name"]?.string
    image.name = (image.path ?? value["debug_file"]?.string).map { PathText.lastComponent(of: $0) }
    let isELF = value["type"]?.equals("elf") == true
    let id = isELF ? value["code_id"] ?? value["debug_id"] : value["debug_id"] ?? value["uuid"]
    image.idText = id?.string
    // A debug identifier may end with the age of a PDB file.
    image.id = image.idText.flatMap { ImageID(parsing: $0) ?? ImageID(parsing: String($0.prefix(36))) }
    image.loadAddress = value["image_addr"]?.address.map { RuntimeAddress($0) }
    image.size = value["image_size"]?.address.flatMap { $0 == 0 ? nil : $0 }
    image.architecture =
      value["arch"]?.string.map { Architecture($0) }
      ?? value["cpu_type"]?.int64.flatMap { Architecture(machCPUType: $0, subtype: value["cpu_subtype"]?.int64 ?? 0) }
    image.inApp = ImageOwnership.isInApp(path: image.path)
    return image
  }

  // MARK: Stacks

  private mutating func readThreads() {
    for element in Self.values(event["threads"]) where element.kind == .object {
      let id = (element["id"] ?? element["uuid"])?.address.flatMap { Int(exactly: $0) }
      var thread = CrashThread(index: id ?? report.threads.count)
      thread.name = element["name"]?.string
      thread.crashed = element["crashed"]?.bool ?? false
      readStack(element["stacktrace"], of: &thread)
      report.threads.append(thread)
    }
    guard let stack = event["stacktrace"] else { return }
    let frames = readFrames(stack)
    FrameKinds.assign(&report.frames, in: frames, origin: .recorded, architecture: architecture)
    if !frames.isEmpty { report.backtraces.append(Backtrace(kind: .callStack, frames: frames)) }
  }

  private mutating func readStack(_ stack: JSONValue?, of thread: inout CrashThread) {
    thread.registers = stack.map { Self.registers($0) } ?? []
    thread.frames = readFrames(stack)
    let origin: FrameKinds.Origin = thread.crashed && thread.registers.isEmpty && isThrown ? .recorded : .interrupted
    FrameKinds.assign(
      &report.frames, in: thread.frames, origin: origin, registers: thread.registers, architecture: architecture)
  }

  /// Returns the registers beside a stack.
  static func registers(_ stack: JSONValue) -> [Register] {
    (stack["registers"]?.members ?? .none).compactMap { key, value in
      value.address.map { Register(name: key.string, value: $0) }
    }
  }

  /// Returns whether an exception is one of a language rather than of the machine or a hang.
  static func isThrown(_ exception: JSONValue) -> Bool {
    guard let type = exception["type"]?.string else { return false }
    return !["EXC_", "SIG", "AppHang", "App Hang"].contains { type.hasPrefix($0) }
  }

  /// Reads the stacks of exceptions. An exception's stack is that of its thread: the thread's is kept, and both objects get its
  /// answers. If the thread has none, the exception's becomes the thread's; any other one becomes a backtrace.
  private mutating func readExceptions() {
    let crashed = report.threads.firstIndex(where: \.crashed)
    let threads = Dictionary(report.threads.enumerated().map { ($1.index, $0) }, uniquingKeysWith: { first, _ in first })
    for value in exceptions {
      guard let stack = value["stacktrace"], stack.kind == .object else { continue }
      let id = value["thread_id"]?.address.flatMap { Int(exactly: $0) }
      let position = id.flatMap { threads[$0] } ?? crashed
      if let position, report.threads[position].frames.isEmpty {
        var thread = report.threads[position]
        readStack(stack, of: &thread)
        report.threads[position] = thread
      } else if let position, isRepeated(stack, report.threads[position].frames) {
        // The objects say the same again.
        for element in stack["frames"]?.elements ?? .none { _ = self.frame(element, 0) }
        _ = Self.registers(stack)
        for (frame, place) in zip(report.threads[position].frames, places(stack)) {
          report.frames[frame].otherPlaces.append(place)
        }
      } else {
        let frames = readFrames(stack)
        FrameKinds.assign(&report.frames, in: frames, origin: .recorded, architecture: architecture)
        if !frames.isEmpty { report.backtraces.append(Backtrace(kind: .lastException, frames: frames)) }
      }
    }
  }

  /// Returns the positions of the frames of a stack, innermost first.
  private func places(_ stack: JSONValue) -> [Range<Int>] {
    (stack["frames"]?.elements ?? .none).filter { $0.kind == .object }.map { $0.range }.reversed()
  }

  /// Returns whether a stack has the addresses of frames that are known already.
  private func isRepeated(_ stack: JSONValue, _ frames: Range<Int>) -> Bool {
    let addresses = (stack["frames"]?.elements ?? .none).filter { $0.kind == .object }.map { $0["instruction_addr"]?.address }
    return addresses.reversed().elementsEqual(report.frames[frames].map { $0.address?.value }, by: ==)
  }

  private mutating func readFrames(_ stack: JSONValue?) -> Range<Int> {
    let first = report.frames.count
    for element in Array(stack?["frames"]?.elements ?? .none).reversed() where element.kind == .object {
      report.frames.append(frame(element, report.frames.count - first))
    }
    return first..<report.frames.count
  }

  // MARK: Frames

  /// Returns one frame. Those of other languages have no address.
  func frame(_ value: JSONValue, _ index: Int) -> Frame {
    var frame = Frame(index: index, kind: .javaScript, sourceRange: value.range)
    frame.imageName = value["package"]?.string.map { PathText.lastComponent(of: $0) }
    if let instruction = value["instruction_addr"]?.address {
      frame.kind = .returnAddress
      place(&frame, instruction, value)
    }
    frame.reported = symbol(value, frame)
    if frame.kind == .javaScript, value["data"]?["symbolicated"]?.bool != true {
      var script = frame.reported.flatMap { ScriptPosition($0, columnBase: 1) }
      if let bundle = script?.bundle { script?.debugID = bundleIDs[bundle] }
      frame.script = script
    }
    return frame
  }

  private func place(_ frame: inout Frame, _ instruction: UInt64, _ value: JSONValue) {
    if let mode = value["addr_mode"]?.string, mode.hasPrefix("rel:"), let index = Int(mode.dropFirst(4)) {
      frame.imageOffset = ImageOffset(instruction)
      frame.image = report.images.indices.contains(index) ? index : nil
    } else {
      frame.address = RuntimeAddress(instruction)
      // The frame's own information counts: addresses that were truncated to 32 bits may be in several images.
      frame.image =
        value["image_addr"]?.address.flatMap { loads[$0] } ?? table.position(of: RuntimeAddress(instruction), on: architecture)
    }
    if frame.image != nil { frame.imageName = nil }
  }

  private func symbol(_ value: JSONValue, _ frame: Frame) -> ReportedSymbol? {
    var symbol = ReportedSymbol()
    let start = (value["symbol_addr"] ?? value["sym_addr"])?.address
    let load = value["image_addr"]?.address
    // An image without symbols is named after itself, or after whatever is before it.
    if frame.address == nil || start == nil || load.map({ $0 < start ?? 0 }) ?? true {
      symbol.symbol = value["function"]?.string
      if let start { symbol.offset = frame.address?.offset(from: RuntimeAddress(start))?.value }
    }
    if let line = value["lineno"]?.uint64, line > 0 {
      symbol.file = value["abs_path"]?.string ?? value["filename"]?.string
      symbol.line = UInt32(exactly: line)
      if frame.address == nil { symbol.column = value["colno"]?.uint64.flatMap { UInt32(exactly: $0) } }
    }
    return symbol == ReportedSymbol() ? nil : symbol
  }
}
