import CrashModel
import SymbolModel

/// The lines above the frames of a Dart program: who printed them, and where its code was.
///
///     *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
///     pid: 9437, tid: 10069, name 1.ui
///     os: android arch: arm64 comp: yes sim: no                                  since Dart 2.19
///     build_id: 'bca64abfdfcc84d231bb8f1ccdbfbd8d'                               not for older iOS apps
///     loading_unit: 2, build_id: '00ff...', dso_base: 7f1299990000, instructions: 7f1299991000
///     isolate_dso_base: 752602b000, vm_dso_base: 752602b000                      vm_... is 0 since Dart 3.13
///     isolate_instructions: 7526344980, vm_instructions: 752633f000
///
/// The handler of signals writes `key=value`. Crashlytics keeps `BuildId: bca64a...` alone.
struct DartHeader {
  /// One file with code.
  struct Unit {
    var id: String?
    var base: UInt64?
    var instructions: UInt64?
  }

  /// The program itself.
  private(set) var main = Unit()
  /// The deferred units by their numbers.
  private(set) var units: [Int: Unit] = [:]
  private(set) var pid: Int?
  private(set) var tid: Int?
  private(set) var threadName: String?
  private(set) var system: String?
  private(set) var processor: String?
  private(set) var vmBase: UInt64?
  private(set) var vmInstructions: UInt64?
  private var compressed: String?
  private var simulated: String?

  private static let starts = [
    "pid", "os", "build_id", "BuildId", "loading_unit", "isolate_dso_base", "isolate_instructions",
  ]

  /// Returns whether a line is the row of asterisks that opens a header.
  static func isBanner(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    TextScan.hasSuffix(bytes, TextScan.trimmed(bytes, line), "*** *** *** *** *** *** *** ***")
  }

  /// Takes a line. Returns its first key, or nil for any other line.
  mutating func take(_ bytes: [UInt8], _ line: Range<Int>) -> String? {
    guard let fields = Self.fields(bytes, line), let first = fields.first?.key else { return nil }
    if first == "loading_unit" {
      takeUnit(fields)
    } else {
      for (key, value) in fields { take(key, value) }
    }
    return first
  }

  private mutating func take(_ key: String, _ value: String) {
    switch key {
    case "pid": pid = Int(value)
    case "tid": tid = Int(value)
    case "name": threadName = value
    case "os": system = value
    case "arch": processor = value
    case "comp": compressed = value
    case "sim": simulated = value
    case "build_id", "BuildId": main.id = value
    case "isolate_dso_base": main.base = UInt64(value, radix: 16)
    case "vm_dso_base": vmBase = UInt64(value, radix: 16)
    case "isolate_instructions": main.instructions = UInt64(value, radix: 16)
    case "vm_instructions": vmInstructions = UInt64(value, radix: 16)
    default: break
    }
  }

  private mutating func takeUnit(_ fields: [(key: String, value: String)]) {
    var unit = Unit()
    var number: Int?
    for (key, value) in fields {
      switch key {
      case "loading_unit": number = Int(value)
      case "build_id": unit.id = value
      case "dso_base": unit.base = UInt64(value, radix: 16)
      case "instructions": unit.instructions = UInt64(value, radix: 16)
      default: break
      }
    }
    if let number, units.count < 4096 { units[number] = unit }
  }

  // MARK: Fields

  /// Returns the keys and values of a line from the first known key on, or nil if there is none.
  private static func fields(_ bytes: [UInt8], _ line: Range<Int>) -> [(key: String, value: String)]? {
    guard line.count < 1024, let start = starts.lazy.compactMap({ key(bytes, line, $0) }).min() else { return nil }
    let words = TextScan.text(bytes, start..<line.upperBound).split { $0 == " " || $0 == "," }
    var fields: [(key: String, value: String)] = []
    var at = 0
    while at < words.count {
      if words[at] == "name" {
        fields.append(("name", words[(at + 1)...].joined(separator: " ")))
        break
      }
      if words[at].hasSuffix(":"), at + 1 < words.count {
        fields.append((String(words[at].dropLast()), unquoted(words[at + 1])))
        at += 2
      } else {
        let parts = words[at].split(separator: "=", maxSplits: 1)
        if parts.count == 2 { fields.append((String(parts[0]), unquoted(parts[1]))) }
        at += 1
      }
    }
    return fields
  }

  private static func unquoted(_ word: Substring) -> String { String(word.filter { $0 != "'" && $0 != "\"" }) }

  /// Returns the start of a key, which a colon and a blank, or an equals sign, follow.
  private static func key(_ bytes: [UInt8], _ line: Range<Int>, _ key: String) -> Int? {
    guard let found = TextScan.find(bytes, line, key), found == line.lowerBound || bytes[found - 1] <= TextScan.space else {
      return nil
    }
    let end = found + key.utf8.count
    guard end + 1 < line.upperBound else { return nil }
    return bytes[end] == UInt8(ascii: "=") || bytes[end] == UInt8(ascii: ":") && bytes[end + 1] == TextScan.space ? found : nil
  }

  // MARK: The report

  var architecture: Architecture? {
    switch processor {
    case nil: nil
    case "x64", "x64c": Architecture("x86_64")
    case "arm64", "arm64c": Architecture("arm64")
    case "ia32": Architecture("i386")
    case let name?: Architecture(name)
    }
  }

  /// Fills the facts into a report.
  func apply(to report: inout CrashReport) {
    report.process.pid = pid
    report.system.name = system
    report.device.cpuType = processor
    let hex: (UInt64?) -> ReportValue? = { value in value.map { .text("0x" + String($0, radix: 16)) } }
    report.details += ReportDetail.list([
      ("compressedPointers", "Compressed Pointers", compressed.map { .text($0) }),
      ("simulator", "Simulator", simulated.map { .text($0) }),
      ("isolateInstructions", "Isolate Instructions", hex(main.instructions)),
      ("vmInstructions", "VM Instructions", hex(vmInstructions)),
      ("vmBase", "VM Base", vmBase == main.base ? nil : hex(vmBase)),
    ])
  }
}
