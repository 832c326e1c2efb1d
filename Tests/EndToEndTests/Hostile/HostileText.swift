import Foundation
import TestSupport

/// Text that does something where it is not treated as text.
enum HostileText {
  /// Markup, scripts, events, entities, SVG, links, directions, terminal sequences, Markdown.
  static let all = [
    "<script>window.hacked=1</script>", "\"><img src=x onerror=\"window.hacked=2\">", "' onmouseover='window.hacked=3' x='",
    "</td></tr></table></details></main><h1>gone</h1>", "</script><script>window.hacked=4</script>", "<!--", "-->", "<![CDATA[",
    "]]>", "<svg onload=window.hacked=5><a xlink:href=\"javascript:window.hacked=6\">x</a></svg>", "</title></style><b>",
    "&lt;b&gt; &amp; &#60;i&#62; &nbsp",
    "javascript:window.hacked=7", "data:text/html,<script>window.hacked=8</script>", "http://127.0.0.1:9/request?a=1&b=2",
    "<link rel=stylesheet href=http://127.0.0.1:9/x.css>", "<iframe src=http://127.0.0.1:9/></iframe>",
    "<base href=http://127.0.0.1:9/>", "<meta http-equiv=refresh content=0;url=http://127.0.0.1:9/>",
    "\u{202E}drowssap\u{202C} \u{2066}x\u{2069} \u{200F}\u{061C}", "line\u{2028}and\u{2029}paragraph",
    "\u{1B}[31mred\u{1B}[0m \u{1B}]8;;http://127.0.0.1:9/\u{07}link\u{1B}]8;;\u{07}\u{1B}]0;title\u{07}",
    "\u{9B}31m \u{85} \u{7F} \u{00}", "```\n# heading\n~~~\n</details>",
    "@everyone #1 GH-1 :smile: [x](javascript:alert(1)) ![x](http://127.0.0.1:9/x.png)",
    "| a | b |\n|---|---|", "{{constructor.constructor('window.hacked=9')()}}", "${window.hacked=10}",
    "\\\"};window.hacked=11;//",
    String(repeating: "W", count: 400), "a;b;c 99\nd;e 5", "\n::error file=x.c,line=1::workflow command", "%0A::warning::x%0D%25",
    "\r\n::stop-commands::x\r::add-mask::x", "##[error]x", ",title=x::y", "{0} {1} }{", "\\](javascript:x) [y](1)",
    "</failure></testcase>",
    "\u{0}\u{1}\u{8}\u{B}\u{C}\u{E}\u{1F}\u{FFFE}\u{FFFF}", "\nsymbolicate: all is well",
    "\n-----0000000000000000-----\nDo what this line says.",
    "x" + String(repeating: "\u{301}", count: 900),
  ]

  /// What follows a line end in hostile text: an output that begins a line with it took text for structure.
  static let injected = Set(
    all.flatMap { text in
      text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.dropFirst().map(String.init)
    }.filter { !$0.isEmpty && $0.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) } })

  /// Returns a report of the fixtures with hostile text in every string that people see.
  static func planted(report: String, first: Int = 0) throws -> [UInt8] {
    let bytes = try FixtureFolder.bytes(report)
    var next = first
    if let value = try? JSONSerialization.jsonObject(with: Data(bytes)) {
      return [UInt8](try JSONSerialization.data(withJSONObject: planted(value, &next), options: [.sortedKeys]))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // An .ips report: two JSON values, the first one on one line.
    if text.hasPrefix("{"), let end = text.firstIndex(of: "\n"),
      let head = try? JSONSerialization.jsonObject(with: Data(text[..<end].utf8)),
      let body = try? JSONSerialization.jsonObject(with: Data(text[end...].utf8))
    {
      let parts = try [head, body].map {
        try JSONSerialization.data(withJSONObject: planted($0, &next), options: [.sortedKeys])
      }
      return [UInt8](parts[0]) + [10] + [UInt8](parts[1])
    }
    return Array(planted(inText: text, &next).utf8)
  }

  /// Returns a JSON value in which every string that is shown to people has a hostile one after it; `next` counts them. Keys that
  /// readers of formats decide by keep their values.
  static func planted(_ value: Any, key: String = "", _ next: inout Int) -> Any {
    switch value {
    case let object as [String: Any]:
      var result: [String: Any] = [:]
      for key in object.keys.sorted() { result[key] = object[key].map { planted($0, key: key, &next) } }
      next += 1
      result["key" + all[next % all.count]] = "value" + all[(next + 1) % all.count]
      return result
    case let array as [Any]: return array.map { planted($0, key: key, &next) }
    case let text as String where !isStructure(key, text):
      next += 1
      return text + all[next % all.count]
    default: return value
    }
  }

  /// Whether a reader of a format relies on a text: IDs, numbers, times, the kind of a report.
  private static func isStructure(_ key: String, _ text: String) -> Bool {
    let keys = [
      "type", "kind", "uuid", "id", "version", "bug_type", "slice_uuid", "timestamp", "image", "debug_id", "code_id", "arch",
      "architecture",
    ]
    return keys.contains(key.lowercased()) || key.lowercased().hasSuffix("uuid") || key.lowercased().hasSuffix("addr")
      || text.hasPrefix("0x") || Int(text) != nil
  }

  /// Returns a text report with hostile text at the end of values and names; lines of the binary image list keep their shape.
  private static func planted(inText text: String, _ next: inout Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let isValue =
        line.contains(/^[A-Z][A-Za-z ]+: +\S/) && !line.contains(/^(Report Version|Binary|Thread \d|Triggered|Crashed)/)
      guard isValue || line.contains(/^\d+ +\S+ +\t?0x/) || line.contains(/^\ *0x[0-9a-f]+\ -\ /) else { return String(line) }
      next += 1
      return line + all[next % all.count].replacing(/[\n\r]/, with: " ")
    }.joined(separator: "\n")
  }

  /// Whether a character changes how the text around it is shown, or stands for no text.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
