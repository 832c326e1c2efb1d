import CrashModel
import JSONText
import SymbolModel

/// Reads the object of a `MinidumpReport`. Any field may be null or missing.
///
/// The offset of a caller's frame is the return address minus 1, the address that the tool looked up; so all frames are looked up as they
/// are (minidump-processor, `StackFrame::instruction`).
struct MinidumpReader {
  private var report = CrashReport(format: .minidump)
  private let body: JSONValue
  private let isApple: Bool
  private var table = ImageTable([])
  private var positions: [String: Int] = [:]
  /// The number of frames that the tool guessed.
  private var scanned = 0

  static func read(_ body: JSONValue) -> CrashReport {
    var reader = MinidumpReader(body)
    reader.readModules()
    reader.readThreads()
    reader.readFacts()
    if reader.scanned > 0 {
      let frames = reader.scanned == 1 ? "1 frame was" : "\(reader.scanned) frames were"
      reader.report.diagnostics.append(ReportDiagnostic(.note, "\(frames) guessed by scanning the stack, and may be no calls"))
    }
    reader.report.diagnostics += JSONFlaws.diagnostics(of: [body], threads: reader.report.threads.count)
    return reader.report
  }

  private init(_ body: JSONValue) {
    self.body = body
    isApple = MinidumpModule.isApple(system: body["system_info"]?["os"]?.string)
  }

  // MARK: Facts

  private mutating func readFacts() {
    let system = body["system_info"]
    report.system.name = system?["os"]?.string
    let version = system?["os_ver"]?.string?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
    report.system.version = version.first
    if version.count > 1 { report.system.build = version[1] }
    report.device.cpuType = system?["cpu_arch"]?.string
    report.process.pid = body["pid"]?.int
    report.lifetime = body["process_uptime"]?.int.map(Double.init)
    if let main = body["main_module"]?.int, let image = mainImage(main) {
      report.process.name = image.name
      report.process.path = image.path?.contains("/") == true ? image.path : nil
    }
    guard let crash = body["crash_info"] else { return }
    if let reason = crash["type"]?.string {
      report.exception = MinidumpModule.exception(reason: reason, address: crash["address"]?.address)
      report.exception?.reason = crash["assertion"]?.string
    } else {
      // The dump was requested.
      report.kind = .other
    }
  }

  /// Modules without an object are not counted.
  private func mainImage(_ position: Int) -> BinaryImage? {
    report.images.indices.contains(position) ? report.images[position] : nil
  }

  // MARK: Modules

  private mutating func readModules() {
    let architecture = MinidumpModule.architecture(body["system_info"]?["cpu_arch"]?.string)
    for element in body["modules"]?.elements ?? .none where element.kind == .object {
      var image = BinaryImage(path: element["filename"]?.string ?? element["debug_file"]?.string, sourceRange: element.range)
      image.name = image.path.map { PathText.lastComponent(of: $0) }
      let (debugID, codeID) = (element["debug_id"]?.string, element["code_id"]?.string)
      image.id = MinidumpModule.id(debugID: debugID, codeID: codeID, isApple: isApple)
      image.idText = isApple ? debugID : codeID ?? debugID
      image.loadAddress = element["base_addr"]?.address.map { RuntimeAddress($0) }
      if let load = image.loadAddress?.value, let end = element["end_addr"]?.address, end > load { image.size = end - load }
      image.version = element["version"]?.string
      image.architecture = architecture
      image.inApp = ImageOwnership.isInApp(path: image.path)
      if let name = image.name, positions[name] == nil { positions[name] = report.images.count }
      report.images.append(image)
    }
    table = ImageTable(report.images)
  }

  // MARK: Threads

  private mutating func readThreads() {
    let crashing = body["crashing_thread"]
    let crashed = crashing?["threads_index"]?.int ?? crashing?["thread_index"]?.int ?? body["crash_info"]?["crashing_thread"]?.int
    for (index, element) in (body["threads"]?.elements ?? .none).enumerated() where element.kind == .object {
      var thread = CrashThread(index: index)
      thread.name = element["thread_name"]?.string
      thread.crashed = index == crashed
      read(element, &thread)
      if thread.crashed, let crashing { join(crashing, with: &thread) }
      report.threads.append(thread)
    }
    if let crashing, crashing.kind == .object, !report.threads.contains(where: \.crashed) {
      var thread = CrashThread(index: crashed ?? 0, name: crashing["thread_name"]?.string, crashed: true)
      read(crashing, &thread)
      report.threads.append(thread)
    }
  }

  private mutating func read(_ value: JSONValue, _ thread: inout CrashThread) {
    let first = report.frames.count
    for element in value["frames"]?.elements ?? .none where element.kind == .object {
      if report.frames.count == first { thread.registers = Self.registers(element) }
      report.frames.append(frame(element, report.frames.count - first))
    }
    thread.frames = first..<report.frames.count
  }

  /// The crashed thread stands twice; the copy has the registers.
  private mutating func join(_ copy: JSONValue, with thread: inout CrashThread) {
    let frames = Array((copy["frames"]?.elements ?? .none).filter { $0.kind == .object })
    guard frames.count == thread.frames.count else { return }
    for (position, element) in zip(thread.frames, frames) {
      guard element["offset"]?.address == report.frames[position].address?.value else { continue }
      report.frames[position].otherPlaces.append(element.range)
    }
    if thread.registers.isEmpty, let first = frames.first { thread.registers = Self.registers(first) }
    if thread.name == nil { thread.name = copy["thread_name"]?.string }
  }

  private static func registers(_ frame: JSONValue) -> [Register] {
    (frame["registers"]?.members ?? .none).compactMap { key, value in
      value.address.map { Register(name: key.string, value: $0) }
    }
  }

  private mutating func frame(_ value: JSONValue, _ index: Int) -> Frame {
    var frame = Frame(index: value["frame"]?.int ?? index, kind: .exact, sourceRange: value.range)
    let module = value["module"]?.string
    if let trust = value["trust"]?.string, trust == "scan" || trust == "cfi_scan" { scanned += 1 }
    if let address = value["offset"]?.address {
      frame.address = RuntimeAddress(address)
      frame.image = table.position(of: RuntimeAddress(address), on: nil)
    }
    if frame.image == nil, let module { frame.imageName = module }
    if frame.address == nil, let offset = value["module_offset"]?.address, let module, let image = positions[module] {
      (frame.image, frame.imageOffset, frame.imageName) = (image, ImageOffset(offset), nil)
    }
    frame.reported = Self.symbol(value)
    frame.reported?.offset = value["function_offset"]?.address
    frame.reportedInlines = (value["inlines"]?.elements ?? .none).compactMap { Self.symbol($0) }
    return frame
  }

  private static func symbol(_ value: JSONValue) -> ReportedSymbol? {
    var symbol = ReportedSymbol(symbol: value["function"]?.string)
    if let line = value["line"]?.uint64, line > 0 {
      symbol.line = UInt32(exactly: line)
      symbol.file = value["file"]?.string
    }
    return symbol == ReportedSymbol() ? nil : symbol
  }
}
