import Foundation
import TestSupport
import Testing

/// Parts of the JSON output of an input, and another report.
extension SampleText {
  /// The reports in the JSON output of an input.
  static func reports(_ input: String, _ arguments: [String] = []) throws -> [[String: Any]] {
    let run = try Symbolicate.run(["-f", "json", "-"] + arguments, input: Array(input.utf8))
    let value = try JSONSerialization.jsonObject(with: Data(run.output))
    if let list = value as? [[String: Any]] { return list }
    return [try #require(value as? [String: Any])]
  }

  /// The values of a key of all frames of a stack's list.
  static func frames(_ report: [String: Any], _ list: String, _ key: String) -> [[String?]] {
    (report[list] as? [[String: Any]] ?? []).map { stack in
      (stack["frames"] as? [[String: Any]] ?? []).map { frame in frame[key].map { "\($0)" } }
    }
  }

  static func text(_ report: [String: Any], _ object: String, _ key: String) -> String? {
    (report[object] as? [String: Any])?[key].map { "\($0)" }
  }

  /// A report of an app; `path` is that of its executable, `images` are further lines.
  static func crash(
    path: String = "/private/var/containers/Bundle/Application/0/Cart.app/Cart", frames: [String] = [], images: [String] = []
  )
    -> String
  {
    let stack =
      ["0   Cart   0x0000000102004f10 0x102000000 + 20240", "1   Cart   0x0000000102004e00 0x102000000 + 19968"] + frames
    let list =
      ["0x102000000 - 0x10200ffff Cart arm64  <0a1b2c3d4e5f60718293a4b5c6d7e8f9> \(path)"] + images
    return """
      Incident Identifier: 7A0E5F0C-0000-4000-8000-0123456789AB
      Hardware Model:      iPhone15,2
      Process:             Cart [77]
      Path:                \(path)
      Identifier:          com.example.cart
      Version:             3.1 (12)
      Code Type:           ARM-64 (Native)
      Date/Time:           2025-01-02 03:04:05.0000 +0000
      OS Version:          iPhone OS 17.2 (21C62)

      Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
      Triggered by Thread:  0

      Thread 0 Crashed:
      \(stack.joined(separator: "\n"))

      Binary Images:
      \(list.joined(separator: "\n"))

      """
  }
}
