import CrashModel
import JSONText
import SymbolModel

/// The log of an uncaught exception that ChimeHQ's Meter writes beside MetricKit's diagnostics: a JSON object a line behind a digit,
/// 1 for the exception, 2 for a frame of its call stack, 3 for an image.
///
///     1 {"type":"objc","name":"c29tZXRoaW5n","reason":"a2Fib29t","time_ms":1646487651000}
///     2 {"pc":4309232304}
///     3 {"address":4309204992, "uuid":"EED71F69-9B36-34C0-97D2-ACA3784A7FB8", "path":"/Users/me/Shop.app/Contents/MacOS/Shop"}
struct ExceptionLog: Sendable {
  /// What was read. The places of frames are those of their objects.
  private(set) var report = CrashReport(format: .console, kind: .crash)

  /// Reads a log; nil when a line has another form, when none is a frame, or when the first is not an exception.
  init?(_ bytes: [UInt8]) {
    guard TextScan.hasPrefix(bytes, 0, bytes.count, "1 {\"") else { return nil }
    var lines = TextLines(bytes)
    while let line = lines.next() {
      let content = TextScan.trimmed(bytes, line)
      guard !content.isEmpty else { continue }
      let document = JSONDocument(bytes, in: min(content.lowerBound + 2, content.upperBound)..<content.upperBound)
      guard let object = document.root, object.kind == .object else { return nil }
      switch bytes[content.lowerBound] {
      case UInt8(ascii: "1"): readException(object)
      case UInt8(ascii: "2"): readFrame(object)
      case UInt8(ascii: "3"): readImage(object)
      default: break
      }
    }
    guard !report.frames.isEmpty, report.exception != nil else { return nil }
    finish()
  }

  private mutating func readException(_ object: JSONValue) {
    var exception = CrashException()
    exception.type = object["type"]?.string
    exception.name = object["name"]?.string.map(Base64Text.decode)
    exception.reason = object["reason"]?.string.map(Base64Text.decode)
    report.exception = exception
    guard let name = exception.name else { return }
    let reason = exception.reason.map { ", reason: '\($0)'" } ?? ""
    report.applicationSpecificInformation = ["*** Terminating app due to uncaught exception '\(name)'\(reason)"]
  }

  private mutating func readFrame(_ object: JSONValue) {
    guard let address = object["pc"]?.address else { return }
    report.frames.append(
      Frame(index: report.frames.count, kind: .returnAddress, address: RuntimeAddress(address), place: object.range))
  }

  /// An image is listed again for every frame that needs it.
  private mutating func readImage(_ object: JSONValue) {
    guard let load = object["address"]?.address, !report.images.contains(where: { $0.loadAddress?.value == load }) else { return }
    let path = object["path"]?.string
    var image = BinaryImage(name: path.map { PathText.lastComponent(of: $0) }, path: path, place: object.range)
    image.loadAddress = RuntimeAddress(load)
    image.idText = object["uuid"]?.string
    image.id = image.idText.flatMap { ImageID(parsing: $0) }
    image.inApp = ImageOwnership.isInApp(path: path)
    report.images.append(image)
  }

  private mutating func finish() {
    report.backtraces = [Backtrace(kind: .lastException, index: 0, frames: report.frames.indices)]
    let table = ImageTable(report.images)
    for position in report.frames.indices {
      guard let address = report.frames[position].address else { continue }
      report.frames[position].image = table.position(of: address)
    }
  }

  /// Plans the members that name the frames, each in its own object.
  func fill(_ answers: SymbolicatedReport, in bytes: [UInt8], _ edits: inout ByteEdits) {
    for position in answers.report.frames.indices where answers.resolutions.indices.contains(position) {
      let frame = answers.report.frames[position]
      let one = SymbolicatedReport(
        report: answers.report.with(frame), resolutions: [answers.resolutions[position]], imageStatuses: answers.imageStatuses,
        path: answers.path)
      JSONReportEditor.fill(one, in: JSONDocument(bytes, in: frame.place), &edits)
    }
  }
}

extension CrashReport {
  /// The report with one frame.
  fileprivate func with(_ frame: Frame) -> CrashReport {
    var copy = self
    copy.frames = [frame]
    return copy
  }
}

/// Text as base64, as RFC 4648 has it.
enum Base64Text {
  /// The text; as it stands when it is none, or no UTF-8.
  static func decode(_ text: String) -> String {
    var bits: UInt32 = 0
    var count = 0
    var bytes: [UInt8] = []
    for unit in text.utf8 {
      if unit == UInt8(ascii: "=") { break }
      guard let value = value(of: unit) else { return text }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }

  private static func value(of unit: UInt8) -> UInt8? {
    switch unit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): unit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): unit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): unit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
