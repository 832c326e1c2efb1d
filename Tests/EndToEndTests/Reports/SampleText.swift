import Foundation
import TestSupport

/// A small Apple text report of an app without debug files, to be changed by tests.
enum SampleText {
  /// The report.
  static let plain = """
    Incident Identifier: 6F0E2C35-6D1B-4B7F-9A51-0C5B0E0D7A11
    Hardware Model:      iPhone13,2
    Process:             Kiosk [4711]
    Path:                /private/var/containers/Bundle/Application/0D3A7A52-0F0E-4B58-8B0B-5B2D7C6F9E01/Kiosk.app/Kiosk
    Identifier:          com.example.kiosk
    Version:             3.1 (42)
    Code Type:           ARM-64 (Native)
    Parent Process:      launchd [1]

    Date/Time:           2024-05-06 07:08:09.1000 +0200
    OS Version:          iPhone OS 17.4 (21E219)
    Report Version:      104

    Exception Type:  EXC_CRASH (SIGKILL)
    Exception Codes: 0x0000000000000000, 0x0000000000000000
    Triggered by Thread:  0

    Thread 0 Crashed:
    0   Kiosk                         \t0x0000000102a04f10 0x102a00000 + 20240
    1   Kiosk                         \t0x0000000102a04e00 0x102a00000 + 19968

    Binary Images:
    0x102a00000 - 0x102a0ffff Kiosk arm64  <0b0c0d0e0f101112131415161718191a> /private/var/containers/Bundle/Application/0D3A7A52-0F0E-4B58-8B0B-5B2D7C6F9E01/Kiosk.app/Kiosk

    """

  /// Returns the report with `text` replaced by `other`.
  static func replacing(_ text: String, with other: String) -> String { plain.replacingOccurrences(of: text, with: other) }

  /// Returns the objects of the JSON output for a report on standard input.
  static func json(_ report: String, _ arguments: [String] = []) throws -> [[String: Any]] {
    let run = try Symbolicate.run(["-", "-f", "json"] + arguments, input: Array(report.utf8))
    let value = try JSONSerialization.jsonObject(with: Data(run.output))
    return value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]]
  }

  /// Returns the only object of the JSON output.
  static func object(_ report: String, _ arguments: [String] = []) throws -> [String: Any] {
    let objects = try json(report, arguments)
    return objects.count == 1 ? objects[0] : [:]
  }

  /// Returns the Markdown output.
  static func markdown(_ report: String) throws -> String {
    try Symbolicate.run(["-", "-f", "markdown"], input: Array(report.utf8)).stdout
  }
}
