import CrashModel
import JSONText
import SymbolModel

/// Reads KSCrash's JSON reports of all versions and those of its forks (KSCrashReportFields.h).
struct KSCrashReader {
  private var report: CrashReport
  /// The report of the crash.
  private let main: JSONValue
  /// The `crash` object of a crash inside the crash handler; nil when there was none.
  private let recrash: JSONValue?
  private var table = ImageTable([])
  private var architecture: Architecture?
  /// Whether the crashed thread walked its own stack.
  private let isRecorded: Bool
  /// Images made up from frames of reports that list none: load address to position.
  private var loose: [UInt64: Int] = [:]

  /// Reads one report. What it lacks stays unknown.
  static func read(_ part: JSONPart) -> CrashReport {
    guard let body = part.body else { return CrashReport(format: .kscrash) }
    var reader = KSCrashReader(body)
    reader.readImages()
    reader.readStacks()
    KSCrashFacts.fill(&reader.report, main: reader.main, outer: body)
    reader.report.diagnostics = part.textDiagnostics(threads: reader.report.threads.count) + reader.report.diagnostics
    return reader.report
  }

  private init(_ body: JSONValue) {
    report = CrashReport(format: .kscrash)
    main = Self.mainReport(of: body)
    let inner = body["recrash_report"].flatMap { $0.kind == .object ? $0 : nil }
    let other = inner.map { body["crash"]?["threads"] == nil ? body : $0 }
    recrash = other?["crash"]
    let type = main["crash"]?["error"]?["type"]?.string
    isRecorded = ["nsexception", "cpp_exception", "user"].contains(type)
  }

  /// The report of the crash among two nested ones: version 2 puts the handler's crash inside, version 3 outside.
  static func mainReport(of body: JSONValue) -> JSONValue {
    guard let inner = body["recrash_report"], inner.kind == .object, body["crash"]?["threads"] == nil else { return body }
    return inner
  }

  // MARK: Images

  private mutating func readImages() {
    let list = main["binary_images"] ?? main["crash"]?["binary_images"]
    for element in list?.elements ?? .none where element.kind == .object { report.images.append(Self.image(element)) }
    table = ImageTable(report.images)
    let system = main["system"]
    let name = system?["binary_arch"]?.string ?? system?["cpu_arch"]?.string
    architecture = report.images.first?.architecture ?? name.map { Architecture($0) }
  }

  private static func image(_ value: JSONValue) -> BinaryImage {
    var image = BinaryImage(place: value.range)
    var type: Int64?
    var subtype: Int64 = 0
    for (key, member) in value.members {
      switch key {
      case Name.name: image.path = member.string
      case Name.uuid: image.idText = member.string
      case Name.imageAddr: image.loadAddress = KSCrashFacts.address(member).map { RuntimeAddress($0) }
      case Name.imageSize: image.size = KSCrashFacts.address(member)
      case Name.cpuType: type = member.int64
      case Name.cpuSubtype: subtype = member.int64 ?? 0
      default: break
      }
    }
    image.name = image.path.map { PathText.lastComponent(of: $0) }
    image.id = image.idText.flatMap { ImageID(parsing: $0) }
    image.architecture = type.flatMap { Architecture(machCPUType: $0, subtype: subtype) }
    image.inApp = ImageOwnership.isInApp(path: image.path)
    if image.size == 0 { image.size = nil }
    return image
  }

  // MARK: Stacks

  /// What holds frames.
  private enum Stack {
    case thread(JSONValue)
    case recrash(JSONValue)
    case exception(JSONValue)
    case user(JSONValue)
    case profile(JSONValue)
  }

  /// Reads all stacks in the order of the text, so that frames stand in the order of their places.
  private mutating func readStacks() {
    var stacks: [(place: Int, stack: Stack)] = []
    let crash = main["crash"]
    for thread in crash?["threads"]?.elements ?? .none { stacks.append((thread.range.lowerBound, .thread(thread))) }
    if let thread = crash?["crashed_thread"] { stacks.append((thread.range.lowerBound, .thread(thread))) }
    if let thread = recrash?["crashed_thread"] { stacks.append((thread.range.lowerBound, .recrash(thread))) }
    let error = crash?["error"]
    if let list = error?["nsexception"]?["backtrace"] { stacks.append((list.range.lowerBound, .exception(list))) }
    if let list = error?["user_reported"]?["backtrace"] { stacks.append((list.range.lowerBound, .user(list))) }
    if let profile = error?["profile"] { stacks.append((profile.range.lowerBound, .profile(profile))) }
    for (_, stack) in stacks.sorted(by: { $0.place < $1.place }) {
      switch stack {
      case .thread(let value): readThread(value)
      case .recrash(let value): readBacktrace(value, kind: .recrash)
      case .exception(let value): readBacktrace(value, kind: .lastException)
      case .user(let value): readUserBacktrace(value)
      case .profile(let value): readProfile(value)
      }
    }
  }

  private mutating func readThread(_ value: JSONValue) {
    guard value.kind == .object else { return }
    var thread = CrashThread(index: value["index"]?.int ?? report.threads.count)
    thread.name = value["name"]?.string
    thread.queue = value["dispatch_queue"]?.string
    let isOnlyThread = main["crash"]?["threads"] == nil
    thread.crashed = value["crashed"]?.bool ?? isOnlyThread
    thread.registers = Self.registers(value)
    thread.frames = readFrames(value["backtrace"], skipped: value["backtrace_skipped"], thread.registers)
    let walkedItself = thread.crashed && isRecorded || value["current_thread"]?.bool == true && thread.registers.isEmpty
    FrameKinds.assign(
      &report.frames, in: thread.frames, origin: walkedItself ? .recorded : .interrupted, registers: thread.registers,
      architecture: architecture)
    report.threads.append(thread)
  }

  private mutating func readBacktrace(_ value: JSONValue, kind: Backtrace.Kind) {
    let registers = Self.registers(value)
    let frames = readFrames(value.kind == .object ? value["backtrace"] : value, skipped: nil, registers)
    FrameKinds.assign(
      &report.frames, in: frames, origin: kind == .recrash ? .interrupted : .recorded, registers: registers,
      architecture: architecture)
    if !frames.isEmpty { report.backtraces.append(Backtrace(kind: kind, frames: frames)) }
  }

  private static func registers(_ thread: JSONValue) -> [Register] {
    (thread["registers"]?["basic"]?.members ?? .none).compactMap { key, value in
      value.bits.map { Register(name: key.string, value: $0) }
    }
  }

  // MARK: Frames

  /// Reads a stack: an object with `contents` and `skipped`, or a plain array in version 1.
  private mutating func readFrames(_ backtrace: JSONValue?, skipped: JSONValue?, _ registers: [Register]) -> Range<Int> {
    let first = report.frames.count
    guard let backtrace else { return first..<first }
    let contents = backtrace.kind == .array ? backtrace : backtrace["contents"]
    let missing = (skipped ?? backtrace["skipped"])?.uint64.flatMap { Int(exactly: $0) } ?? 0
    var index = 0
    for element in contents?.elements ?? .none where element.kind == .object {
      guard let frame = frame(element, index) else { continue }
      report.frames.append(frame)
      index += 1
    }
    if missing > 0 { insertOmitted(missing, first, registers, at: contents?.range ?? backtrace.range) }
    return first..<report.frames.count
  }

  private mutating func frame(_ value: JSONValue, _ index: Int) -> Frame? {
    var object: (address: UInt64?, name: JSONValue?)
    var symbol: (address: UInt64?, name: String?)
    var instruction: UInt64?
    for (key, member) in value.members {
      switch key {
      case Name.instructionAddr: instruction = KSCrashFacts.address(member)
      case Name.objectAddr: object.address = KSCrashFacts.address(member)
      case Name.objectName: object.name = member
      case Name.symbolAddr: symbol.address = KSCrashFacts.address(member)
      case Name.symbolName: symbol.name = member.string
      default: break
      }
    }
    guard let instruction else { return nil }
    var frame = Frame(index: index, kind: .returnAddress, address: RuntimeAddress(instruction), place: value.range)
    let code = RuntimeAddress(instruction).strippingPointerAuthentication(on: architecture)
    frame.image = table.position(of: code) ?? looseImage(object.address, object.name?.string)
    if frame.image == nil {
      frame.imageName = object.name?.string
      frame.imageOffset = object.address.flatMap { code.offset(from: RuntimeAddress($0)) }
    }
    if let name = symbol.name, let start = symbol.address, start != object.address || name == "_mh_execute_header" {
      frame.reported = ReportedSymbol(symbol: name, offset: code.offset(from: RuntimeAddress(start))?.value)
    }
    return frame
  }

  /// In a report without images, one made up from what the frame says.
  private mutating func looseImage(_ address: UInt64?, _ name: @autoclosure () -> String?) -> Int? {
    guard report.images.count == loose.count, let address, let name = name() else { return nil }
    if let known = loose[address] { return known }
    var image = BinaryImage(name: name)
    image.loadAddress = RuntimeAddress(address)
    loose[address] = report.images.count
    report.images.append(image)
    return report.images.count - 1
  }

  /// Records that frames were left out: the innermost ones when the stack does not begin at the program counter, as after
  /// a stack overflow, else the outermost.
  private mutating func insertOmitted(_ count: Int, _ first: Int, _ registers: [Register], at place: Range<Int>) {
    var frame = Frame(index: 0, kind: .omitted)
    frame.omittedCount = count
    let counter = FrameKinds.programCounter(registers)
    let beginsAtCounter = report.frames.count > first && report.frames[first].address?.value == counter
    frame.place = beginsAtCounter ? place.upperBound..<place.upperBound : place.lowerBound..<place.lowerBound
    frame.index = beginsAtCounter ? report.frames.count - first : 0
    report.frames.insert(frame, at: beginsAtCounter ? report.frames.count : first)
  }

  // MARK: Other stacks

  /// The stack that the app passed with its own report: strings or objects of another language, or return addresses.
  private mutating func readUserBacktrace(_ list: JSONValue) {
    let first = report.frames.count
    for element in list.elements {
      var frame = Frame(index: report.frames.count - first, kind: .javaScript, place: element.range)
      if let address = element.bits {
        frame.kind = .returnAddress
        frame.address = RuntimeAddress(address)
        frame.image = table.position(of: RuntimeAddress(address).strippingPointerAuthentication(on: architecture))
      } else if let text = element.string {
        if let native = CallStackLine.parse(text[...], architecture: architecture, table: table) { frame = native }
        frame.place = element.range
        if frame.kind == .javaScript { frame.reported = ReportedSymbol(symbol: text) }
      } else {
        frame.reported = ReportedSymbol(
          symbol: element["methodName"]?.string ?? element["method"]?.string, file: element["file"]?.string,
          line: element["lineNumber"]?.uint64.flatMap { UInt32(exactly: $0) })
      }
      report.frames.append(frame)
    }
    let frames = first..<report.frames.count
    FrameKinds.assign(&report.frames, in: frames, origin: .recorded, architecture: architecture)
    if !frames.isEmpty { report.backtraces.append(Backtrace(kind: .callStack, frames: frames)) }
  }

  /// A sampling profile: its frames are call addresses already. They become the roots of one tree, each with the number
  /// of samples that it occurs in.
  private mutating func readProfile(_ profile: JSONValue) {
    let first = report.frames.count
    var positions: [Int: Int] = [:]
    for (number, element) in (profile["frames"]?.elements ?? .none).enumerated() {
      guard var frame = frame(element, report.frames.count - first) else { continue }
      frame.kind = .exact
      positions[number] = report.frames.count
      report.frames.append(frame)
    }
    var counts = [Int](repeating: 0, count: report.frames.count - first)
    for sample in profile["samples"]?.elements ?? .none {
      for index in Set((sample["frames"] ?? sample).elements.compactMap { $0.int }) {
        if let position = positions[index] { counts[position - first] += 1 }
      }
    }
    guard report.frames.count > first else { return }
    let nodes = counts.indices.map { CallTree.Node(frame: first + $0, depth: 0, sampleCount: counts[$0]) }
    report.callTrees.append(CallTree(name: profile["name"]?.string, nodes: nodes))
  }
}

/// The names that are looked for in every object.
private enum Name {
  static let name: JSONName = "name"
  static let uuid: JSONName = "uuid"
  static let imageAddr: JSONName = "image_addr"
  static let imageSize: JSONName = "image_size"
  static let cpuType: JSONName = "cpu_type"
  static let cpuSubtype: JSONName = "cpu_subtype"
  static let instructionAddr: JSONName = "instruction_addr"
  static let objectAddr: JSONName = "object_addr"
  static let objectName: JSONName = "object_name"
  static let symbolAddr: JSONName = "symbol_addr"
  static let symbolName: JSONName = "symbol_name"
}
