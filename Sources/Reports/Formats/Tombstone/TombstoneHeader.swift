import CrashModel
import SymbolModel

/// The facts above the frames of a tombstone.
struct TombstoneHeader {
  /// The thread of the lines that come, or nil before the first one.
  private(set) var thread: (id: Int, name: String?)?
  private(set) var hasSignal = false
  private var details: [ReportDetail] = []
  private var exception = CrashException()
  private var process = CrashedProcess()
  private var system = OperatingSystem()
  private var device = Device()
  private var time: String?
  private var lifetime: Double?
  private var information: [String] = []

  /// Whether a line begins the header of a thread: `pid: 21891, tid: 21926, name: OkHttp  >>> com.example.shop <<<`.
  static func isThread(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    TextScan.hasPrefix(bytes, content, "pid: ") && TextScan.find(bytes, content, ", tid: ") != nil
  }

  /// Whether a line begins the header of a process.
  static func isStart(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    TextScan.hasPrefix(bytes, content, "Build fingerprint: ")
  }

  /// The keys of lines that have a value each, and the names of their details.
  private static let plain = [
    ("Revision", "revision"), ("Guest architecture", "guestABI"), ("uid", "user"), ("tagged_addr_ctrl", "taggedAddressControl"),
    ("pac_enabled_keys", "pointerAuthenticationKeys"), ("Cause", "cause"), ("Executable", "executable"),
    ("page_size", "pageSize"),
  ]

  /// The maximum number of such lines with different values.
  private static let maxDetails = 64

  /// Takes a line. Returns false for any other line.
  mutating func take(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    guard let first = content.first, bytes[first] > TextScan.space else { return false }
    if Self.isThread(bytes, content) {
      takeThread(TextScan.text(bytes, content))
      return true
    }
    if TextScan.hasPrefix(bytes, content, "signal ") {
      takeSignal(TextScan.text(bytes, content))
      return true
    }
    guard let colon = TextScan.find(bytes, content.lowerBound..<min(content.upperBound, content.lowerBound + 24), ":"),
      let value = TextScan.trimmedText(bytes, colon + 1..<content.upperBound)
    else { return false }
    return take(TextScan.text(bytes, content.lowerBound..<colon), value)
  }

  private mutating func take(_ key: String, _ value: String) -> Bool {
    switch key {
    case "Build fingerprint": takeFingerprint(Self.unquoted(value))
    case "ABI": device.cpuType = Self.unquoted(value)
    case "Timestamp": time = value
    case "Process uptime": lifetime = Double(value.prefix { $0.isNumber })
    case "Cmdline": add("commandLine", "Command Line", value)
    case "Abort message":
      let text = Self.unquoted(value)
      exception.reason = text
      information.append("Abort message: \(text)")
    default:
      guard let detail = Self.plain.first(where: { $0.0 == key }) else { return false }
      add(detail.1, key, Self.unquoted(value))
    }
    return true
  }

  private mutating func add(_ key: String, _ title: String, _ value: String) {
    // The header of each thread repeats some; a tombstone may name several causes.
    guard details.count < Self.maxDetails, !details.contains(where: { $0.title == title && $0.value == .text(value) }) else {
      return
    }
    let count = details.count { $0.title == title }
    details.append(ReportDetail(key: count == 0 ? key : "\(key)\(count + 1)", title: title, value: .text(value)))
  }

  private static func unquoted(_ text: String) -> String {
    text.count > 1 && text.hasPrefix("'") && text.hasSuffix("'") ? String(text.dropFirst().dropLast()) : text
  }

  /// `google/bluejay/bluejay:16/BP3A.250905.014/13873947:user/release-keys`: brand, product, device, version, build, number.
  private mutating func takeFingerprint(_ text: String) {
    add("fingerprint", "Build Fingerprint", text)
    let parts = text.split(separator: "/")
    guard parts.count >= 4, case let names = parts[2].split(separator: ":"), names.count == 2 else { return }
    (device.model, system.version, system.build) = (String(names[0]), String(names[1]), String(parts[3]))
  }

  private mutating func takeThread(_ text: String) {
    let head = text.range(ofBytes: "  >>> ").map { text[..<$0.lowerBound] } ?? text[...]
    var name: String?
    for field in head.split(separator: ",", maxSplits: 2) {
      let parts = field.split(separator: ":", maxSplits: 1).map { String($0).trimmingBlanks }
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "pid": process.pid = process.pid ?? Int(parts[1])
      case "tid": thread = Int(parts[1]).map { ($0, nil) }
      case "name": name = parts[1]
      default: break
      }
    }
    thread?.name = name
    guard process.name == nil, let open = text.range(ofBytes: ">>> ") else { return }
    let path = text[open.upperBound...].range(ofBytes: " <<<").map { String(text[open.upperBound..<$0.lowerBound]) }
    if let path, path.hasPrefix("/") { process.path = path }
    process.name = path.map { PathText.lastComponent(of: $0) }
    if let path, !path.hasPrefix("/"), path.contains(".") { process.bundleID = String(path.prefix { $0 != ":" }) }
  }

  /// `signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0`, `signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------`
  private mutating func takeSignal(_ text: String) {
    guard !hasSignal else { return }
    hasSignal = true
    var inside = text.split { $0 == "(" || $0 == ")" }.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    if !inside.isEmpty { exception.signal = inside.removeFirst() }
    if let code = inside.first { exception.codes = code.split(separator: " ").first.map { String($0) } }
    guard let mark = text.range(ofBytes: "fault addr 0x") else { return }
    exception.faultAddress = UInt64(text[mark.upperBound...].prefix { $0.isHexDigit }, radix: 16).map { RuntimeAddress($0) }
  }

  /// Fills the facts into a report.
  func apply(to report: inout CrashReport) {
    report.process = process
    report.system = system
    report.system.name = "Android"
    report.device = device
    report.time = time
    report.lifetime = lifetime
    report.details = details
    report.applicationSpecificInformation = information
    if hasSignal || exception.reason != nil { report.exception = exception }
  }

  /// The processor.
  var architecture: Architecture? {
    switch device.cpuType {
    case nil: nil
    case "x86": Architecture("i386")
    case let name?: Architecture(name)
    }
  }
}

extension String {
  /// Returns the range of the first `part`, compared by bytes.
  fileprivate func range(ofBytes part: String) -> Range<Index>? { self[...].range(ofBytes: part) }
}

extension Substring {
  /// Returns the range of the first `part`, compared by bytes.
  fileprivate func range(ofBytes part: String) -> Range<Index>? {
    let bytes = Array(utf8)
    guard let found = TextScan.find(bytes, 0..<bytes.count, part) else { return nil }
    let start = utf8.index(startIndex, offsetBy: found)
    return start..<utf8.index(start, offsetBy: part.utf8.count)
  }
}
