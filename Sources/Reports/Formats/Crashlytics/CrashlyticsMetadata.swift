import CrashModel
import SymbolModel

/// The lines of Crashlytics besides frames: the header (`# Version: 1.0 (4)`) and the titles of stacks.
struct CrashlyticsMetadata {
  /// The kind of a stack by its title.
  enum Title {
    /// `Fatal Exception: NSRangeException`: the stack of the exception.
    case exception(name: String, isFatal: Bool)
    /// `Crashed: com.apple.main-thread`, `#0. Crashed: ...`, `Thread #4`, a queue's name.
    case thread(name: String, number: Int?, crashed: Bool)
  }

  /// Whether the header is that of Crashlytics or Fabric.
  private(set) var hasHeader = false
  /// Whether frames have addresses: those of Fabric do, also of 32-bit processes.
  private(set) var isFabric = false
  private var values: [String: String] = [:]
  private var others = UnreadLines()
  /// The keys whose values the model has, and that of the one who downloaded the text.
  private static let read: Set = [
    "Session", "Session ID", "Date", "Bundle Identifier", "Application", "Version", "OS Version", "Platform", "Device", "Issue",
    "Issue ID",
  ]

  /// Reads a line of the header: `# Key: value`. Returns false for any other line.
  mutating func read(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    guard TextScan.hasPrefix(bytes, content, "# ") else { return false }
    let text = TextScan.text(bytes, content.lowerBound + 2..<content.upperBound)
    if text.hasPrefix("Crashlytics - ") {
      hasHeader = true
      return true
    }
    guard let colon = text.firstIndex(of: ":") else { return true }
    let key = String(text[..<colon])
    let value = String(text[text.index(after: colon)...].drop { $0 == " " })
    if key == "Organization" { (hasHeader, isFabric) = (true, true) }
    guard values[key] == nil, !value.isEmpty, value != "N/A" else { return true }
    values[key] = value
    if !Self.read.contains(key) { others.add(key: key, value: value) }
    return true
  }

  /// Keeps a line above the call stacks that is neither a title nor a reason.
  mutating func keep(line: String, number: Int) {
    others.close()
    others.add(line: line, number: number)
  }

  /// Returns the exception of the line below the title of the crashed thread: `EXC_BAD_ACCESS KERN_INVALID_ADDRESS
  /// 0x0000000000000010`, `SIGABRT ABORT 0x00000001b8a7c200`. Returns nil for any other line.
  static func exception(_ bytes: [UInt8], _ content: Range<Int>) -> CrashException? {
    guard TextScan.hasPrefix(bytes, content, "EXC_") || TextScan.hasPrefix(bytes, content, "SIG") else { return nil }
    let words = TextScan.text(bytes, content).split(separator: " ")
    guard (2...3).contains(words.count), words[0].allSatisfy({ $0.isUppercase || $0 == "_" }) else { return nil }
    var exception = CrashException()
    exception.type = String(words[0])
    if words[0].hasPrefix("SIG") { exception.signal = exception.type }
    let address = words[words.count - 1].hasPrefix("0x") ? HexNumber.parse(String(words[words.count - 1])) : nil
    let code = words.dropFirst().first { !$0.hasPrefix("0x") }
    guard address != nil || code != nil else { return nil }
    exception.subtype = code.map { code in address.map { "\(code) at 0x\(String($0, radix: 16))" } ?? String(code) }
    // The address of other exceptions is that of the instruction.
    if exception.isMemoryFault { exception.faultAddress = address.map { RuntimeAddress($0) } }
    return exception
  }

  /// Returns the meaning of a title. `isSure` says whether only Crashlytics writes such a line.
  static func title(_ bytes: [UInt8], _ content: Range<Int>) -> (title: Title, isSure: Bool) {
    var text = TextScan.text(bytes, content)
    // Fabric's pages, without the number: `Thread : Fatal Exception: NSRangeException`
    if text.hasPrefix("Thread : ") { text.removeFirst("Thread : ".count) }
    for (mark, isFatal) in [("Fatal Exception: ", true), ("Non-fatal Exception: ", false)] where text.hasPrefix(mark) {
      return (.exception(name: String(text.dropFirst(mark.count)), isFatal: isFatal), true)
    }
    var name = text[...]
    var number: Int?
    // `#0. Crashed: main`, `19. Crashed: main`
    if let dot = name.firstIndex(of: "."), let value = Int(name[..<dot].drop { $0 == "#" }) {
      number = value
      name = name[name.index(after: dot)...].drop { $0 == " " }
    }
    if name.hasPrefix("Crashed: ") { return (.thread(name: String(name.dropFirst(9)), number: number, crashed: true), true) }
    if name.hasPrefix("Thread #") { number = Int(name.dropFirst(8)) }
    return (.thread(name: String(name), number: number, crashed: false), false)
  }

  /// Fills the header into a report.
  func apply(to report: inout CrashReport) {
    report.other += others.list
    report.identifier = values["Session"] ?? values["Session ID"]
    report.time = values["Date"]
    // Fabric gives the name here, and the identifier on a line of its own.
    if values["Bundle Identifier"] != nil { report.process.name = values["Application"] }
    report.process.bundleID = values["Bundle Identifier"] ?? values["Application"].flatMap { $0.contains(".") ? $0 : nil }
    if let version = values["Version"] {
      let parts = version.split(separator: "(", maxSplits: 1)
      report.process.version = parts.first.map { Self.trimmed($0) }
      report.process.build = parts.count > 1 ? Self.trimmed(parts[1].prefix { $0 != ")" }) : nil
    }
    if let system = values["OS Version"] {
      let parts = system.split(separator: "(", maxSplits: 1)
      report.system.version = parts.first.map { Self.trimmed($0) }
      report.system.build = parts.count > 1 ? Self.trimmed(parts[1].prefix { $0 != ")" }) : nil
    }
    if report.system.version != nil, values["Platform"] == "ios" { report.system.name = "iOS" }
    report.device.model = values["Device"]
    report.details += ReportDetail.list([
      ("issue", "Crashlytics Issue", (values["Issue"] ?? values["Issue ID"]).map { .text($0) })
    ])
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
