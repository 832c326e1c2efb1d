import CrashModel
import Foundation
import Reports
import SymbolStore
import TestSupport
import Testing

@testable import Answering
@testable import Jobs

/// What a report says and no reader knows is in JSON, text and pages.
@Suite struct FactConservationTests {
  private struct Outputs {
    var json = ""
    var text = ""
    var page = ""

    /// Returns the outputs that do not have a value.
    func lacking(_ value: String) -> [String] {
      [("JSON", json), ("text", text), ("page", page)].compactMap { name, output in output.contains(value) ? nil : name }
    }
  }

  private static func outputs(_ bytes: [UInt8]) throws -> Outputs {
    let document = try ReportDocument(reading: bytes)
    var session = ReportSession(Symbolicator(SymbolFinder(SearchPaths())))
    var outputs = Outputs()
    for answers in session.answer(document, path: "-", folder: nil).reports {
      func output(_ format: OutputFormat) -> String {
        String(decoding: OutputRenderer(format: format).bytes(document, [answers]), as: UTF8.self)
      }
      outputs.json += output(.json)
      outputs.text += output(.text)
      outputs.page += output(.html)
    }
    return outputs
  }

  /// Returns JSON with an unknown key at the beginning of every object, and the number of them.
  private static func planted(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
    var result: [UInt8] = []
    var count = 0
    var isInString = false
    var isEscaped = false
    for (position, byte) in bytes.enumerated() {
      result.append(byte)
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "{") {
        let next = bytes[(position + 1)...].first { $0 > 0x20 }
        result += "\"zqFutureKey\": \"zqValue\(count)z\"\(next == UInt8(ascii: "}") ? "" : ",")".utf8
        count += 1
      }
    }
    return (result, count)
  }

  /// Returns the same of a fixture; of an envelope, the headers stay, whose keys the table of dropped ones has.
  private static func plantedReport(_ bytes: [UInt8], isEnvelope: Bool) -> (bytes: [UInt8], count: Int) {
    guard isEnvelope else { return planted(bytes) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    let (event, count) = planted(Array(lines[2]))
    return (Array(lines[0]) + Array("\n{\"type\": \"event\"}\n".utf8) + event, count)
  }

  private static let jsonFixtures = FixtureFolder.files(below: "Reports").filter { name in
    ["ips/", "jetsam/", "json/", "kscrash/", "metrickit/", "sentry/"].contains { name.contains("Reports/" + $0) }
      || name.contains("swift-backtrace/") && name.hasSuffix(".json")
  }

  /// Objects whose values are in no output, by a part of the fixture's name; the reason.
  private static let exceptions: [(name: String, reason: String)] = [
    ("cut-off", "the end of the report is missing, so that an added key moves it"),
    ("several", "an array has objects that are no reports"),
  ]

  @Test(arguments: jsonFixtures) func anUnknownKeyOfAnyObjectIsInEveryOutput(name: String) throws {
    guard !Self.exceptions.contains(where: { name.contains($0.name) }) else { return }
    let (bytes, count) = Self.plantedReport(try FixtureFolder.bytes(name), isEnvelope: name.contains("envelope"))
    let outputs = try Self.outputs(bytes)
    let lacking = (0..<count).compactMap { number -> String? in
      let missing = outputs.lacking("zqValue\(number)z")
      return missing.isEmpty ? nil : "\(number): \(missing.joined(separator: ", "))"
    }
    #expect(lacking == [], "\(name): \(lacking.count) of \(count)")
  }

  @Test(arguments: FixtureFolder.files(below: "Reports/apple-text").filter { !$0.hasSuffix(".tsv") })
  func anUnknownLineOfAHeaderIsInEveryOutput(name: String) throws {
    let text = String(decoding: try FixtureFolder.bytes(name), as: UTF8.self)
    let mark = text.contains("\nOS Version:") ? "\nOS Version:" : "\nDate/Time:"
    guard let place = text.range(of: mark) else { return }
    let lines = "\nZq Future Key:   zqValue1z\nzqLine2z of no form" + (text.contains("\r\n") ? "\r" : "")
    let outputs = try Self.outputs(Array(text.replacingCharacters(in: place.lowerBound..<place.lowerBound, with: lines).utf8))
    for value in ["zqValue1z", "zqLine2z"] { #expect(outputs.lacking(value) == [], "\(name): \(value)") }
  }
}

extension FactConservationTests {
  /// A report of KSCrash 3.9 with its new keys; every value is unique.
  private static let ksCrash = """
    {"report":{"id":"7A","version":"3.9.0","timestamp":1780000065456000,"process_name":"Shop","run_id":"zRun","monitor_id":"zMonitor",
      "finalized":true},
    "system":{"system_name":"iOS","system_version":"18.5","os_version":"22F76","machine":"iPhone17,1","CFBundleName":"zBundleName",
      "CFBundleIdentifier":"com.example.shop","app_uuid":"zAppUUID","binary_cpu_type":90001,"binary_cpu_subtype":90002,
      "battery_level":90003,"battery_state":"zUnplugged","low_power_mode_enabled":true,"cpu_core_count":90004,"cpu_usage_user":90005,
      "cpu_usage_system":90006,"cpu_state":"zCritical","cpu_average_usage_permil":90007,"cpu_time_in_window":90008,
      "cpu_wall_time_in_window":90009,"thermal_state":"zSerious","thread_count":90010,"data_protection_active":false,
      "task_role":"zForeground","process_start_wall_clock_ns":1780000000123000000,"process_start_monotonic_ns":90011,
      "memory":{"free":90012,"usable":90013,"size":90014}},
    "binary_images":[],
    "crash":{"error":{"type":"termination","termination_reason":"thermal","user_perceptible":true,
      "exit_reason":{"code":90015},"is_fatal":true,"is_clean_exit":false,
      "hang":{"hang_start_nanos":90016,"hang_start_role":"zRole1","hang_start_transition_state":"zActive","hang_end_nanos":90017,
        "hang_end_role":"zRole2","hang_end_transition_state":"zBackground","hang_recovered":false}},
      "threads":[{"index":0,"crashed":true,"state":"zWaiting","backtrace":{"contents":[],"skipped":0}}]}}
    """

  @Test func everyKeyOfKSCrash39IsShownOrDeliberatelyLeftOut() throws {
    let outputs = try Self.outputs(Array(Self.ksCrash.utf8))
    let texts = Self.ksCrash.matches(of: /"(z[A-Za-z0-9]+)"/).map { String($0.1) }
    let numbers = Self.ksCrash.matches(of: /:(900[0-9]+)/).map { String($0.1) }
    let leftOut: Set = ["zRun", "zMonitor", "zWaiting", "90001", "90002"]
    for value in texts + numbers where !leftOut.contains(value) { #expect(outputs.lacking(value) == [], "\(value)") }
    #expect(outputs.json.contains("\"lifetimeMilliseconds\": 65333"))
  }

  @Test func aRunSummaryIsNamedNotAnError() throws {
    let summary = """
      {"schema_version":1,"run_id":"6F1A2B3C-4D5E-4F60-8A7B-9C0D1E2F3A4B","device_id":"b8c1","user_id":"zUser","started_at_ms":1780000000123,
      "ended_at_ms":1780000065456,"outcome":{"termination_reason":"memory_limit","clean_shutdown":false,"zFlag":"zFlagged"},
      "sessions":{"perceptible_count":90001},"app":{"bundle_id":"com.example.app","version":"1042","short_version":"4.2.0"},
      "os":{"name":"iOS","version":"18.5","build":"22F76"},"device":{"model":"iPhone17,1","architecture":"arm64e"}}
      """
    let document = try ReportDocument(reading: Array(summary.utf8))
    #expect(document.reports.map(\.event) == ["summary of a run that ended by memory_limit"])
    let outputs = try Self.outputs(Array(summary.utf8))
    for value in ["zUser", "zFlagged", "90001"] { #expect(outputs.lacking(value) == [], "\(value)") }
  }
}
