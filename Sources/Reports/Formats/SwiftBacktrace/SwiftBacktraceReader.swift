import Bytes
import CrashModel
import JSONText
import SymbolModel

/// Reads the JSON crash reports of the Swift runtime (`SWIFT_BACKTRACE=format=json`).
struct SwiftBacktraceReader {
  private var report: CrashReport
  private let body: JSONValue
  private var table = ImageTable([])
  private let architecture: Architecture?
  private var unreadFrames = 0
  /// The fields of the current frame.
  private var frameRow = JSONRow(SwiftBacktraceFrameField.self)

  /// Reads one report. What it lacks stays unknown.
  static func read(_ body: JSONValue, _ known: KnownImages? = nil) -> CrashReport {
    var reader = SwiftBacktraceReader(body)
    reader.readImages(known)
    reader.readThreads()
    reader.readFacts()
    reader.report.diagnostics =
      JSONFlaws.diagnostics(of: [body], threads: reader.report.threads.count) + reader.report.diagnostics
    return reader.report
  }

  private init(_ body: JSONValue) {
    report = CrashReport(format: .swiftBacktrace)
    report.frames.reserveCapacity(min(body.range.count / 160, 2_048))
    self.body = body
    architecture = body["architecture"]?.string.map { Architecture($0) }
  }

  // MARK: Images

  private mutating func readImages(_ known: KnownImages?) {
    let list = body["images"]
    var rows = ImageRows<SwiftBacktraceImageField>(
      saying: SwiftBacktraceImageField.whatItIs, .swiftBacktrace, context: architecture?.name ?? "", known: known)
    report.images.reserveCapacity(min((list?.range.count ?? 0) / 160, 1_024))
    var elements = list?.elements ?? .none
    while rows.readNext(&elements) {
      if rows.row.isObject { report.images.append(image(&rows)) }
    }
    table = ImageTable(report.images)
  }

  private func image(_ rows: inout ImageRows<SwiftBacktraceImageField>) -> BinaryImage {
    let architecture = architecture
    var image = rows.image { row in
      var build = BinaryImage.Build(name: row.string(.name), path: row.string(.path))
      build.idText = row.string(.buildID)
      build.id = build.idText.flatMap { ImageID(parsing: $0) }
      build.architecture = architecture
      if build.name == nil { build.name = build.path.map { PathText.lastComponent(of: $0) } }
      return BinaryImage(build, inApp: ImageOwnership.isInApp(path: build.path))
    }
    image.sourceRange = rows.row.range
    let base = rows.row.address(.base)
    image.loadAddress = base.map { RuntimeAddress($0) }
    image.size = base.flatMap { base in rows.row.address(.end).flatMap { $0 > base ? $0 - base : nil } }
    return image
  }

  // MARK: Threads

  private mutating func readThreads() {
    for element in body["threads"]?.elements ?? .none where element.kind == .object {
      var thread = CrashThread(index: report.threads.count)
      thread.name = element["name"]?.string
      thread.crashed = element["crashed"]?.bool ?? false
      thread.registers = (element["registers"]?.members ?? .none).compactMap { key, value in
        value.address.map { Register(name: key.string, value: $0) }
      }
      thread.frames = readFrames(element["frames"])
      report.threads.append(thread)
    }
  }

  private mutating func readFrames(_ list: JSONValue?) -> Range<Int> {
    let first = report.frames.count
    var inlined: [Frame] = []
    var elements = list?.elements ?? .none
    while frameRow.readNext(&elements) {
      guard frameRow.isObject else { continue }
      guard var frame = frame(at: frameRow.range) else {
        unreadFrames += 1
        continue
      }
      if !inlined.isEmpty, inlined[0].address != frame.address || inlined[0].kind != frame.kind { flush(&inlined, first) }
      if frameRow.bool(.inlined) == true {
        inlined.append(frame)
        continue
      }
      if !inlined.isEmpty, let inner = inlined.first {
        frame.reportedInlines = inlined.map { $0.reported ?? ReportedSymbol() }
        frame.sourceRange = inner.sourceRange.lowerBound..<frame.sourceRange.upperBound
        inlined = []
      }
      add(consume frame, first)
    }
    flush(&inlined, first)
    return first..<report.frames.count
  }

  /// Adds inlined functions without their caller: the outermost takes its part.
  private mutating func flush(_ inlined: inout [Frame], _ first: Int) {
    guard var frame = inlined.popLast() else { return }
    frame.reportedInlines = inlined.map { $0.reported ?? ReportedSymbol() }
    if let inner = inlined.first { frame.sourceRange = inner.sourceRange.lowerBound..<frame.sourceRange.upperBound }
    inlined = []
    add(frame, first)
  }

  private mutating func add(_ frame: consuming Frame, _ first: Int) {
    frame.index = report.frames.count - first
    report.frames.append(consume frame)
  }

  /// Returns a frame with the kind that the runtime gives it, or nil for an object without a kind, or whose address is cut off.
  private func frame(at place: Range<Int>) -> Frame? {
    guard let kind = frameRow[.kind].flatMap({ Self.kind($0) }) else { return nil }
    var frame = Frame(index: 0, kind: kind, sourceRange: place)
    frame.omittedCount = kind == .omitted ? frameRow.int(.count) : nil
    switch kind {
    case .exact, .returnAddress, .asyncResume: break
    case .truncated, .omitted, .javaScript: return frame
    }
    guard let address = frameRow.address(.address) else { return nil }
    frame.address = RuntimeAddress(address)
    frame.image = table.position(of: RuntimeAddress(address), on: architecture)
    if frame.image == nil { frame.imageName = frameRow.string(.image) }
    frame.reported = reportedSymbol(kind)
    return frame
  }

  private static func kind(_ value: JSONValue) -> Frame.Kind? {
    if value.equals("returnAddress") { return .returnAddress }
    if value.equals("programCounter") { return .exact }
    if value.equals("asyncResumePoint") { return .asyncResume }
    if value.equals("truncated") { return .truncated }
    return value.equals("omittedFrames") ? .omitted : nil
  }

  private func reportedSymbol(_ kind: Frame.Kind) -> ReportedSymbol? {
    let offset = frameRow.uint64(.offset)
    guard let name = described(offset) ?? frameRow.string(.symbol) else { return nil }
    let location = frameRow[.sourceLocation]
    let line = location?["line"]?.uint64 ?? 0
    return ReportedSymbol(
      symbol: name,
      // The runtime counts from the call, one byte before the return address.
      offset: kind == .returnAddress ? offset.map { $0 &+ 1 } : offset, file: line > 0 ? location?["file"]?.string : nil,
      line: line > 0 ? UInt32(exactly: line) : nil)
  }

  /// Returns the description of the frame, which the runtime prints as `name + offset`, without the offset.
  private func described(_ offset: UInt64?) -> String? {
    guard let value = frameRow[.description], let offset else { return frameRow.string(.description) }
    if let place = value.plainText {
      let bytes = value.document.bytes
      return String(decoding: bytes[place.lowerBound..<Self.nameEnd(bytes.span, place, offset)], as: UTF8.self)
    }
    guard let text = value.string else { return nil }
    let units = text.utf8.span
    return String(text.utf8.prefix(Self.nameEnd(units, 0..<units.count, offset))) ?? text
  }

  /// Returns the start of ` + offset` at the end of a text, or the end if there is none.
  private static func nameEnd(_ bytes: Span<UInt8>, _ text: Range<Int>, _ offset: UInt64) -> Int {
    var digits = text.upperBound
    while digits > text.lowerBound, TextScan.isDigit(bytes[digits - 1]) { digits -= 1 }
    let start = digits - 3
    guard start >= text.lowerBound, ByteSearch.stands(" + ".utf8.span, at: start, of: bytes),
      DecimalText.value(in: bytes, digits..<text.upperBound) == offset
    else { return text.upperBound }
    return start
  }

  // MARK: Facts

  private mutating func readFacts() {
    report.time = body["timestamp"]?.string
    report.process.name = SwiftProcessName.find(report)
    report.device.cpuType = body["architecture"]?.string
    report.system = Self.system(body["platform"]?.string)
    var exception = CrashException()
    exception.type = body["description"]?.string
    exception.faultAddress = body["faultAddress"]?.address.map { RuntimeAddress($0) }
    report.exception = exception
    report.details = ReportDetail.list([
      ("omittedThreads", "Omitted Threads", body["omittedThreads"].flatMap { $0.int == 0 ? nil : ReportValue($0) }),
      ("capturedMemory", "Captured Memory", body["capturedMemory"].map { ReportValue($0) }),
    ])
    report.memoryBytes = (body["capturedMemory"]?.members ?? .none).prefix(512).flatMap { key, value -> [MemoryBytes] in
      guard let address = UInt64(key.string.dropFirst(key.string.hasPrefix("0x") ? 2 : 0), radix: 16), let digits = value.string
      else { return [] }
      return EncodedBytes.memory(digits, at: address)
    }
    if let unread = UnreadFrames.diagnostic(unreadFrames) { report.diagnostics.append(unread) }
    if report.images.isEmpty, report.frames.contains(where: { $0.address != nil }) {
      let advice = "the report lists no images: run the program with SWIFT_BACKTRACE=images=all"
      report.diagnostics.append(ReportDiagnostic(.warning, advice, byte: body.range.lowerBound, kind: .noImages))
    }
  }

  /// Splits `macOS 26.1 (25B64)`, `Windows 11.0 build 26200` and `x86_64 Linux (Debian GNU/Linux 12 (bookworm))`, of which the
  /// distribution is the name; any other text is a name as a whole.
  static func system(_ platform: String?) -> OperatingSystem {
    var system = OperatingSystem()
    system.name = platform
    guard let platform else { return system }
    let words = platform.split(separator: " ")
    if words.count == 3, words[1].first?.isNumber == true, words[2].hasPrefix("("), words[2].hasSuffix(")") {
      system.name = String(words[0])
      system.version = String(words[1])
      system.build = String(words[2].dropFirst().dropLast())
    } else if words.count == 4, words[1].first?.isNumber == true, words[2] == "build" {
      (system.name, system.version, system.build) = (String(words[0]), String(words[1]), String(words[3]))
    } else if let open = platform.firstIndex(of: "("), platform.hasSuffix(")"),
      String(platform[..<open]).containsBytes(of: "Linux")
    {
      let distribution = platform[platform.index(after: open)...].dropLast().split(separator: " ").map { String($0) }
      let number = distribution.firstIndex { $0.first?.isNumber == true } ?? distribution.endIndex
      guard number > 0, !distribution.isEmpty else { return system }
      system.name = Array(distribution[..<number]).joined(separator: " ")
      let version = Array(distribution[number...]).joined(separator: " ")
      system.version = version.isEmpty ? nil : version
    }
    return system
  }
}
