import Foundation
import TestSupport
import Testing

/// Logs whose lines are JSON objects with a message: read, filled in, and written back in the same wrapping.
@Suite struct WrappedLogTests {
  enum Wrapping: String, CaseIterable, Sendable {
    case docker, message, msg, textPayload

    /// The line as Docker or a logger writes it; Go escapes `<` and `>`.
    func wrapped(_ line: Substring, _ number: Int) -> String {
      let text = line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\t", with: "\\t")
      return switch self {
      case .docker:
        #"{"log":"\#(text.replacing("<", with: "\\u003c").replacing(">", with: "\\u003e"))\n","stream":"stderr","#
          + #""time":"2026-11-20T11:43:03.\#(number)Z"}"#
      case .message: #"{"level":"error","message":"\#(text)","seq":\#(number)}"#
      case .msg: #"{"ts":\#(number),"msg":"\#(text)"}"#
      case .textPayload: #"{"insertId":"\#(number)","textPayload":"\#(text)","severity":"ERROR"}"#
      }
    }

    /// The messages of lines, joined again.
    static func text(_ lines: String) throws -> String {
      try lines.split(separator: "\n").map { line in
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        let text = ["log", "message", "msg", "textPayload"].lazy.compactMap { object[$0] as? String }.first
        return try #require(text).trimmingCharacters(in: .newlines) + "\n"
      }.joined()
    }

    func wrapped(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0).enumerated().map {
        wrapped($0.element, $0.offset) + "\n"
      }.joined()
    }
  }

  static let logs = [
    (FilterTests.log, FilterTests.symbols),
    ("Reports/apple-text/ios-arm64/Shop.crash", FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")),
  ]

  @Test(arguments: Wrapping.allCases, [0, 1]) func theMessagesAreFilledIn(_ wrapping: Wrapping, _ number: Int) throws {
    let (name, symbols) = Self.logs[number]
    let plain = try FixtureFolder.text(name)
    let folder = try TemporaryFolder()
    let log = try folder.write(wrapping.wrapped("started\n" + plain + "ended\n"), to: "app-json.log")
    let named = try Symbolicate.run(["-s", symbols, FixtureFolder.path(name)]).stdout
    let frames = named.split(separator: "\n").filter { $0.contains(".cpp:") }.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(frames.count > 1)
    for run in [
      try Symbolicate.run(["-s", symbols, log]), try Symbolicate.run(["-s", symbols, log, "-f", "same"]),
      try Symbolicate.run(["filter", "-s", symbols], input: Array(try String(contentsOfFile: log, encoding: .utf8).utf8)),
    ] {
      let text = try Wrapping.text(run.stdout)
      for frame in frames { #expect(text.contains(frame), "\(frame)\n\(text)") }
      #expect(text.hasPrefix("started\n") && text.hasSuffix("ended\n") && run.status == 0)
    }
  }

  @Test func linesWithoutCallStacksPassByteForByte() throws {
    let line = #"{"log":"no \u003cframe\u003e\n","stream":"stdout"}"# + "\n"
    let event = #"{"message":"crashed","stack":"0 Shop 0x1 a + 1"}"# + "\n"
    for input in [line, line + "plain\n" + line, line + event, line + "{\"log\":\"cut off"] {
      #expect(try Symbolicate.run(["filter"], input: Array(input.utf8)).stdout == input)
    }
  }

  @Test func aReportAsOperandIsNoLog() throws {
    let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
    let run = try Symbolicate.run(["filter", report])
    #expect(run.status == 2 && run.stderr.contains("symbolicate filter < \(report)"))
  }
}
