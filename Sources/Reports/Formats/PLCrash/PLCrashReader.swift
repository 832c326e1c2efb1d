import AppleLayout
import CrashModel
import SymbolModel

/// Reads PLCrashReporter's binary reports: `plcrash`, a byte for the version, then a message of Protocol Buffers
/// (PLCrashReport.proto).
struct PLCrashReader {
  private let bytes: [UInt8]
  private var report = CrashReport(format: .plcrash)
  private var table = ImageTable([])
  private var architecture: Architecture?

  /// The first bytes of the file.
  private static let magic = Array("plcrash".utf8)

  /// Returns whether the bytes are such a report.
  static func recognises(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Reads a report. Returns nil if its version is unknown or it is empty. Missing and damaged parts stay unknown.
  static func read(_ bytes: [UInt8]) -> CrashReport? {
    guard recognises(bytes), bytes.count > magic.count, bytes[magic.count] == 1 else { return nil }
    var reader = PLCrashReader(bytes: bytes)
    let whole = magic.count + 1..<bytes.count
    reader.readImages(whole)
    reader.readStacks(whole)
    reader.readFacts(whole)
    reader.tellDamage(whole)
    reader.tellCut(whole)
    let report = reader.report
    return report.images.isEmpty && report.threads.isEmpty && report.exception == nil ? nil : report
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Messages

  /// Returns the messages with a number inside another one.
  private func messages(_ number: UInt64, in range: Range<Int>) -> [Range<Int>] {
    ProtobufFields(bytes, range).compactMap { field in
      if case .bytes(let place) = field.value, field.number == number { place } else { nil }
    }
  }

  /// Returns a string up to its NUL, with which some reporters end paths, or nil if it is empty or damaged: a reporter whose memory was overwritten has written kilobytes of
  /// garbage.
  private func text(_ number: UInt64, in range: Range<Int>) -> String? {
    messages(number, in: range).last.flatMap { String(validating: bytes[$0].prefix { $0 != 0 }, as: UTF8.self) }.flatMap {
      $0.isEmpty ? nil : $0
    }
  }

  /// Reports damaged strings.
  private mutating func tellDamage(_ whole: Range<Int>) {
    for (message, field) in [(1, 2), (1, 5), (2, 1), (2, 2), (2, 3), (5, 1), (5, 2), (7, 1), (7, 3)] as [(UInt64, UInt64)] {
      for place in messages(message, in: whole).flatMap({ messages(field, in: $0) }) {
        guard String(validating: bytes[place], as: UTF8.self) == nil else { continue }
        let what = "a string of \(place.count) bytes is damaged and was skipped"
        report.diagnostics.append(ReportDiagnostic(.warning, what, byte: place.lowerBound))
      }
    }
  }

  /// Reports fields that end before the bytes do. Zeros at the end are the unused rest of the file.
  private mutating func tellCut(_ whole: Range<Int>) {
    var fields = ProtobufFields(bytes, whole)
    while fields.next() != nil {}
    guard let byte = fields.stoppedAt, bytes[byte...].contains(where: { $0 != 0 }) else { return }
    let what = "the report is cut off or damaged from byte \(byte) on"
    report.diagnostics.append(ReportDiagnostic(.warning, what, byte: byte))
  }

  private func number(_ number: UInt64, in range: Range<Int>) -> UInt64? {
    var found: UInt64?
    for field in ProtobufFields(bytes, range) {
      if case .number(let value) = field.value, field.number == number { found = value }
    }
    return found
  }

  // MARK: Images

  private mutating func readImages(_ whole: Range<Int>) {
    for place in messages(4, in: whole) {
      var image = BinaryImage(path: text(3, in: place), sourceRange: place)
      image.name = image.path.map { PathText.lastComponent(of: $0) }
      image.loadAddress = number(1, in: place).map { RuntimeAddress($0) }
      image.size = number(2, in: place).flatMap { $0 == 0 ? nil : $0 }
      image.idText = messages(4, in: place).last.map { hexadecimal($0) }
      image.id = image.idText.flatMap { ImageID(parsing: $0) }
      image.architecture = messages(5, in: place).last.flatMap { architecture($0) }
      image.inApp = ImageOwnership.isInApp(path: image.path)
      report.images.append(image)
    }
    table = ImageTable(report.images)
    architecture = report.images.lazy.compactMap(\.architecture).first
  }

  private func hexadecimal(_ range: Range<Int>) -> String {
    var digits: [UInt8] = []
    for byte in bytes[range] { digits.append(hexadecimal: UInt64(byte), digits: 2) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the architecture of a `Processor` with Mach types.
  private func architecture(_ place: Range<Int>) -> Architecture? {
    guard let type = number(2, in: place) else { return nil }
    let subtype = Int32(truncatingIfNeeded: number(3, in: place) ?? 0)
    return Architecture(machCPUType: Int64(truncatingIfNeeded: type), subtype: Int64(subtype))
  }

  // MARK: Stacks

  /// Threads and the exception's stack in the order of the bytes.
  private mutating func readStacks(_ whole: Range<Int>) {
    for field in ProtobufFields(bytes, whole) {
      guard case .bytes(let place) = field.value else { continue }
      if field.number == 3 { readThread(place) }
      if field.number == 5 { readException(place) }
    }
  }

  private mutating func readThread(_ place: Range<Int>) {
    var thread = CrashThread(index: number(1, in: place).flatMap { Int(exactly: $0) } ?? report.threads.count)
    thread.crashed = number(3, in: place) == 1
    thread.registers = messages(4, in: place).compactMap { register in
      text(1, in: register).map { Register(name: $0, value: number(2, in: register) ?? 0) }
    }
    thread.frames = readFrames(2, in: place)
    FrameKinds.assign(
      &report.frames, in: thread.frames, origin: .interrupted, registers: thread.registers, architecture: architecture)
    report.threads.append(thread)
  }

  private mutating func readException(_ place: Range<Int>) {
    let frames = readFrames(3, in: place)
    FrameKinds.assign(&report.frames, in: frames, origin: .recorded, architecture: architecture)
    if !frames.isEmpty { report.backtraces.append(Backtrace(kind: .lastException, frames: frames)) }
  }

  private mutating func readFrames(_ field: UInt64, in place: Range<Int>) -> Range<Int> {
    let first = report.frames.count
    for place in messages(field, in: place) {
      // Only damage leaves a frame without its address.
      let counter = number(3, in: place).map { RuntimeAddress($0) }
      var frame = Frame(index: report.frames.count - first, kind: .returnAddress, address: counter, sourceRange: place)
      let found = counter.flatMap { table.find($0, on: architecture) }
      frame.image = found?.position
      if let symbol = messages(6, in: place).last, let name = text(1, in: symbol) {
        let code = found?.address ?? counter
        let distance = number(2, in: symbol).flatMap { code?.offset(from: RuntimeAddress($0)) }
        // The linkage name: with the underscore of C.
        let bare = name.hasPrefix("_") ? String(name.dropFirst()) : name
        frame.reported = ReportedSymbol(symbol: bare, offset: distance?.value)
      }
      report.frames.append(frame)
    }
    return first..<report.frames.count
  }

  // MARK: Facts

  private mutating func readFacts(_ whole: Range<Int>) {
    if let system = messages(1, in: whole).last {
      report.system.name = Self.systems[number(1, in: system) ?? 3]
      report.system.version = text(2, in: system)
      report.system.build = text(5, in: system)
      report.time = number(4, in: system).flatMap { Int64(exactly: $0) }.map { CivilTime(secondsSince1970: $0).text }
    }
    if let app = messages(2, in: whole).last {
      report.process.bundleID = text(1, in: app)
      report.process.version = text(3, in: app) ?? text(2, in: app)
      report.process.build = text(3, in: app) == nil ? nil : text(2, in: app)
    }
    if let process = messages(7, in: whole).last {
      report.process.name = text(1, in: process)
      report.process.pid = number(2, in: process).flatMap { Int(exactly: $0) }
      report.process.path = text(3, in: process)
      report.launchTime = number(7, in: process).flatMap { Int64(exactly: $0) }.map { CivilTime(secondsSince1970: $0).text }
    }
    report.device.model = messages(8, in: whole).last.flatMap { text(1, in: $0) }
    report.device.cpuType = architecture?.name
    if let info = messages(9, in: whole).last {
      if number(1, in: info) == 1 { report.kind = .user }
      report.identifier = messages(2, in: info).last.flatMap { ImageID(bytes: Array(bytes[$0]))?.description }
    }
    report.details = details(whole)
    readEvent(whole)
  }

  /// Returns the parent process, and what the app had the reporter add.
  private func details(_ whole: Range<Int>) -> [ReportDetail] {
    let process = messages(7, in: whole).last
    let parent = process.flatMap { process in
      text(4, in: process).map { name in name + (number(5, in: process).map { " [\($0)]" } ?? "") }
    }
    let custom = messages(10, in: whole).last.map { place in
      String(validating: bytes[place], as: UTF8.self) ?? hexadecimal(place)
    }
    return ReportDetail.list([
      (ReportDetail.parentProcessKey, "Parent Process", parent.map { .text($0) }),
      ("customData", "Custom Data", custom.map { .text($0) }),
    ])
  }

  /// PLCrashReportOperatingSystem. The version of a simulator is that of the simulated system, the build that of the host.
  private static let systems: [UInt64: String] = [0: "Mac OS X", 1: "iPhone OS", 2: "iOS Simulator", 4: "Apple tvOS"]

  private mutating func readEvent(_ whole: Range<Int>) {
    var exception = CrashException()
    if let signal = messages(6, in: whole).last {
      exception.type = text(1, in: signal)
      let address = number(3, in: signal)
      exception.faultAddress = address.map { RuntimeAddress($0) }
      exception.codes = text(2, in: signal).map { $0 + (address.map { " at " + TextColumns.hex($0) } ?? "") }
      if let mach = messages(4, in: signal).last { readMachException(mach, &exception) }
    }
    if let thrown = messages(5, in: whole).last {
      exception.name = text(1, in: thrown)
      exception.reason = text(2, in: thrown)
      let reason = exception.reason.map { ", reason: '\($0)'" } ?? ""
      report.applicationSpecificInformation = ["*** Terminating app due to uncaught exception '\(exception.name ?? "")'\(reason)"]
    }
    if exception.type != nil || exception.name != nil { report.exception = exception }
  }

  /// Reads the Mach exception from which the kernel made the signal: it becomes the type, and the signal's text the subtype.
  private func readMachException(_ place: Range<Int>, _ exception: inout CrashException) {
    guard let name = DarwinNames.exception(number(1, in: place)) else { return }
    let codes = ProtobufFields(bytes, place).compactMap { field in
      if case .number(let value) = field.value, field.number == 2 { TextColumns.hex(value) } else { nil }
    }
    (exception.signal, exception.type) = (exception.type, name)
    guard !codes.isEmpty else { return }
    (exception.subtype, exception.codes) = (exception.codes, codes.joined(separator: ", "))
  }
}
