import CrashModel
import SymbolModel

/// The facts above the modules: coredumpctl's header, or only the message that systemd-coredump logs.
struct CoredumpHeader {
  /// The names of the header's lines. The raw value is the text before the colon.
  enum Field: String, CaseIterable {
    case pid = "PID"
    case tid = "TID"
    case user = "UID"
    case group = "GID"
    case signal = "Signal"
    case time = "Timestamp"
    case commandLine = "Command Line"
    case executable = "Executable"
    case controlGroup = "Control Group"
    case unit = "Unit"
    case userUnit = "User Unit"
    case slice = "Slice"
    case session = "Session"
    case owner = "Owner UID"
    case boot = "Boot ID"
    case machine = "Machine ID"
    case hostname = "Hostname"
    case storage = "Storage"
    case coredump = "Coredump"
    case size = "Size on Disk"
    case oldSize = "Disk Size"
    case package = "Package"
    case id = "build-id"
    case message = "Message"

    /// Returns the field of a line and its value, or nil for any other line. `content` is the line without blanks around it.
    static func read(_ bytes: [UInt8], _ content: Range<Int>) -> (field: Field, value: Range<Int>)? {
      let start = content.lowerBound..<min(content.upperBound, content.lowerBound + 16)
      guard let colon = TextScan.find(bytes, start, ":"),
        let field = Field(rawValue: String(decoding: bytes[content.lowerBound..<colon], as: UTF8.self))
      else { return nil }
      return (field, TextScan.trimmed(bytes, colon + 1..<content.upperBound))
    }

    /// The key of the detail that a field becomes, or nil if the model has a property for it.
    fileprivate var detail: String? {
      switch self {
      case .pid, .tid, .signal, .time, .executable, .id, .message: nil
      case .user: "user"
      case .group: "group"
      case .commandLine: "commandLine"
      case .controlGroup: "controlGroup"
      case .unit: "unit"
      case .userUnit: "userUnit"
      case .slice: "slice"
      case .session: "session"
      case .owner: "ownerUser"
      case .boot: "bootID"
      case .machine: "machineID"
      case .hostname: "hostname"
      case .storage, .coredump: "storage"
      case .size, .oldSize: "sizeOnDisk"
      case .package: "package"
      }
    }
  }

  /// The build ID of the executable, or nil if the header does not have it.
  var id: String? { values[.id] }
  /// The ID and name of the thread that crashed, or nil if the header does not have it, as in older versions of systemd.
  var thread: (id: Int, name: String?)? {
    guard let (id, name) = values[.tid].map(Self.numbered), let id else { return nil }
    return (id, name)
  }
  /// Whether the message was read.
  private(set) var hasMessage = false
  /// Whether the lines are those of coredumpctl, not of a log.
  var isPrinted: Bool { values[.pid] != nil }
  private var values: [Field: String] = [:]
  private var others = UnreadLines()
  private var pid: Int?
  private var name: String?

  /// Takes a line of the header. The first of two with the same name counts.
  mutating func take(_ field: Field, _ value: String) {
    if values[field] == nil, !value.isEmpty { values[field] = value }
  }

  /// Takes another line of the form `Key: value`.
  mutating func takeOther(_ line: String?) {
    guard let line, let colon = line.firstIndex(of: ":"), line[..<colon].count <= 40 else { return }
    others.add(key: String(line[..<colon]), value: String(line[line.index(after: colon)...]).trimmingBlanks)
  }

  /// Takes the message.
  mutating func take(messageOf pid: Int?, _ name: String) {
    (self.pid, self.name, hasMessage) = (pid, name, true)
  }

  /// Fills the facts into a report.
  func apply(to report: inout CrashReport) {
    let process = values[.pid].map(Self.numbered)
    report.process.pid = process?.number ?? pid
    report.process.path = values[.executable]
    // The kernel cuts names after 15 bytes, and threads may change them.
    report.process.name = values[.executable].map { PathText.lastComponent(of: $0) } ?? process?.name ?? name
    report.time = values[.time].map(Self.time)
    report.exception = values[.signal].map(Self.exception)
    var details: [ReportDetail] = []
    for field in Field.allCases {
      guard let key = field.detail, let value = values[field], !details.contains(where: { $0.key == key }) else { continue }
      details.append(ReportDetail(key: key, title: field.rawValue, value: .text(value)))
    }
    report.details += details
    report.other += others.list
  }

  /// Reads `1234 (shopd)`: the name is the text between the first and the last parenthesis.
  private static func numbered(_ text: String) -> (number: Int?, name: String?) {
    let number = Int(text.prefix { $0.isNumber })
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return (number, nil) }
    return (number, String(text[text.index(after: open)..<close]))
  }

  /// Reads `11 (SEGV)` and, in newer versions, `11 (SEGV) si_code: SEGV_MAPERR`.
  private static func exception(_ text: String) -> CrashException {
    var exception = CrashException()
    let name = numbered(text).name ?? text
    exception.signal = name.first?.isLetter == true && !name.hasPrefix("SIG") ? "SIG" + name : name
    exception.codes = text.split(separator: " si_code: ").dropFirst().first.map { String($0) }
    return exception
  }

  /// Returns the time in `Fri 2026-11-20 11:43:03 UTC (2min ago)`, without the weekday and the distance to the time of printing.
  private static func time(_ text: String) -> String {
    let words = text.split(separator: " ").prefix { !$0.hasPrefix("(") }
    return (words.first?.first?.isLetter == true ? words.dropFirst() : words).joined(separator: " ")
  }
}
