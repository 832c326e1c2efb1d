import Foundation
import TestSupport

/// Plants secrets in every string of reports of every format, but for those that cannot hold one.
struct SecretPlanter {
  /// Secrets that are known by their form.
  static let formed = [
    "/Users/zaphod/Library", "zaphod@example.com", "10.77.66.55", "2001:db8::8a2e:370:7334", "a4:83:e7:99:98:97",
    "token=fortytwo42",
    "https://ford:trillian9@example.com/", "ghp_16C7e42F292c6912E7710c838347Ae178zzz", "Authorization: Bearer magrathea.77-x",
    "C:\\Users\\zaphod\\x",
  ]
  /// A value that is known only by its key.
  static let keyed = "Slartibartfast's phone"
  /// What no redacted output may hold.
  static let leaks = [
    "zaphod", "10.77.66.55", "8a2e:370", "a4:83:e7:99:98:97", "fortytwo42", "trillian9", "178zzz", "magrathea", "Slartibartfast",
  ]

  /// The keys of JSON whose strings can hold no secret, with the reason. Each is planted in no format; all other strings are.
  static let fixed: [String: String] = {
    let addresses = "an address, or no frame has one"
    let ids = "the ID of an image, which must stay for symbolication"
    let words = "a word that says how to read what is beside it"
    return [
      "address": addresses, "baseAddress": addresses, "image_addr": addresses, "instructionPointer": addresses,
      "instruction_addr": addresses, "load_address": addresses, "offsetIntoBinaryTextSegment": addresses,
      "startAddress": addresses, "code": addresses, "offset": addresses, "base_addr": addresses, "end_addr": addresses,
      "code_id": ids, "debug_id": ids, "os": words, "cpu_arch": words, "trust": words,
      "uuid": ids, "binaryUUID": ids, "buildId": ids, "imageUuid": ids, "kind": words, "type": words,
    ]
  }()

  /// The lines of text that can hold no secret, with the reason.
  private let fixedLines: [(form: Regex<Substring>, reason: String)] = [
    (/\s*|\.\.\./, "no text"), (/(?:Thread|Task) \d+.*/, "the beginning of a stack"), (/[-=({})\], ]+/, "only marks"),
    (
      /(?:\*\*\* First throw call stack|Backtrace of|Binary Images|Last Exception Backtrace|Registers|Images|.* Thread State|Call graph).*/,
      "the beginning of a part"
    ),
    (/Application Specific Backtrace \d+.*/, "the beginning of a part"), (/\(0x[0-9a-f x]+\)/, "addresses"),
    (/\ *[a-z]+\d*:? 0x[0-9a-f]+.*/, "registers"), (/\d+ +(?:\[ra\] )?(?:\S+ +)?0x[0-9a-f]+/, "a frame without a name"),
    (/\d+ +\S+ +0x[0-9a-f]+ Shop \+ \d+/, "a frame without a name"),
    (/[ ]*\d+  \S+ \+ 0x[0-9a-f]+|CPU: .*|[ ]*\S+ = 0x.*/, "a frame, a processor or registers of minidump-stackwalk"),
    (/(?:Crash|\d+)\|.*/, "a frame or the exception in a table"),
    (/[ ]*#\d+ +0x[0-9a-f]+ .* \(.* \+ 0x[0-9a-f]+\)/, "a frame of systemd, with the name of a module"),
    (
      /[ ]*(?:Module |ELF object |Stack trace of thread ).*|.* dumped core\./,
      "a line of systemd that says what the next ones are"
    ),
    (/.*#\d+ abs [0-9a-f]+.*/, "a frame of Dart"),
    (/.*#\d+ pc [0-9a-f]+ .*|.* r[a-z0-9]+ +[0-9a-f]{16}.*/, "a frame or registers of Android"),
    (/.*(?:@\d+:\d+|\[native code\]|stack:).*|.* at \S+ \(.*\)|.*skipping \d+ frames/, "frames of JavaScript"),
  ]

  /// The number of strings and lines with secrets.
  private(set) var count = 0
  /// The text of all secrets.
  private let secret = formed.joined(separator: " ")

  /// Returns a report with secrets.
  mutating func planted(_ report: [UInt8]) -> [UInt8] {
    let text = String(decoding: report, as: UTF8.self)
    if let whole = plantedJSON(text) { return Array(whole.utf8) }
    if let end = text.firstIndex(of: "\n"), text.hasPrefix("{"), let head = plantedJSON(String(text[..<end])),
      let body = plantedJSON(String(text[end...]))
    {
      return Array((head + "\n" + body).utf8)
    }
    // By bytes: to Swift, `\r\n` is one character.
    let isJSON = text.hasPrefix("{")
    let lines = report.split(separator: 10, omittingEmptySubsequences: false).map { line in
      let isReturned = line.last == 13
      let line = String(decoding: isReturned ? line.dropLast() : line, as: UTF8.self)
      return (isJSON ? plantedJSON(line) ?? plantedMembers(line) : plantedLine(line)) + (isReturned ? "\r" : "")
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private mutating func plantedJSON(_ text: String) -> String? {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
      let data = try? JSONSerialization.data(withJSONObject: planted(value), options: [.sortedKeys])
    else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  private mutating func planted(_ value: Any, key: String = "", depth: Int = 0) -> Any {
    switch value {
    case let object as [String: Any]:
      var result: [String: Any] = [:]
      for name in object.keys.sorted() { result[name] = object[name].map { planted($0, key: name, depth: depth + 1) } }
      // A name that users chose, and values that only their keys give away.
      result["about \(Self.formed[1])"] = "x"
      if depth == 0 {
        result["zz"] = [
          "device": ["name": Self.keyed, "id": Self.keyed], "user": ["id": Self.keyed, "name": Self.keyed],
          "password": Self.keyed,
          "device_name": Self.keyed, "crashReporterKey": Self.keyed, "serialNumber": Self.keyed, "hostname": Self.keyed,
        ]
      }
      count += 1
      return result
    case let array as [Any]: return array.map { planted($0, key: key, depth: depth + 1) }
    case let text as String where text.contains(/0x[0-9a-f]{6,}.* \+ \d+/) || text.hasPrefix("{"):
      return text.split(separator: "\n", omittingEmptySubsequences: false).map { plantedLine(String($0)) }.joined(separator: "\n")
    case let text as String where Self.fixed[key] == nil:
      count += 1
      return text + " " + secret
    default: return value
    }
  }

  /// JSON that a parser refuses, such as one that was cut off: in its strings, but for those of fixed keys.
  private mutating func plantedMembers(_ line: String) -> String {
    line.replacing(Self.members) { match in
      guard Self.fixed[String(match.1)] == nil else { return String(match.0) }
      count += 1
      return "\"\(match.1)\": \"\(match.2) \(secret.replacing("\\", with: "\\\\"))\""
    }
  }

  private static var members: Regex<(Substring, Substring, Substring)> { /"([A-Za-z_]+)": ?"((?:[^"\\]|\\.)*)"/ }

  private mutating func plantedLine(_ line: String) -> String {
    if line.hasPrefix("{"), let json = plantedJSON(line) { return json }
    if line.contains(Self.members) { return plantedMembers(line) }
    guard !fixedLines.contains(where: { line.wholeMatch(of: $0.form) != nil }) else { return line }
    count += 1
    if let fields = line.wholeMatch(of: /(OS\|[^|]*|CPU\|[^|]*\||GPU\|\||Module\|[^|]*\|)(.*)/) {
      return "\(fields.1)\(secret)\(fields.2)"
    }
    if let image = line.wholeMatch(of: /(\ *0x[0-9a-f]+.*\/)([^\/]+)/) { return "\(image.1)\(secret)/\(image.2)" }
    if let frame = line.wholeMatch(of: /(.*[^0-9])(\ \+ \d+.*)/), frame.1.firstMatch(of: /0x[0-9a-f]+$/) == nil {
      return "\(frame.1) \(Self.formed[1]) \(Self.formed[2])\(frame.2)"
    }
    // The line of a header whose value is known by its key.
    if line.contains(/^ *(CrashReporter Key|Anonymous UUID|Device Name|Hardware Serial|Hostname):/) {
      return line + " " + Self.keyed
    }
    return line + " " + secret
  }
}
