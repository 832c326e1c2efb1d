import Bytes
import TestSupport
import Testing

@testable import Redaction

/// Redaction takes steps in proportion to its input, whatever the input is.
@Suite(.serialized) struct RedactionProgressTests {
  private static func steps(_ bytes: [UInt8]) -> Int {
    let count = StepCount(limit: .max) {}
    count.during { _ = Redactor(salt: "s").redact(bytes) }
    return count.total
  }

  /// Twice the text, at most a little more than twice the steps, over five doublings.
  @Test(arguments: [
    "token=", "token='", "token=(", "password: ", "x Device Name: a, ", "Cookie: a; ", "user=", "/Users/", "/home/a b",
    "C:\\Users\\", "/afs/a/user/", " ~a",
    "@", "a@", "a@b.", ".", "1.", "1.1", ":", "::", "a:", "1:", "a://", "a://b:", "://@", "{", "[", "{\"", "[\"", "{\"user\":",
    "[{\"a\":[", "\"", "\\", "\\u0040",
    "\\\"", "%40", "%25", "&#64;", "&amp;", "amp;", "-", "-----BEGIN A-----", "-----BEGIN ", "--password ", "-u a:", "<", "<key>",
    "<a>", "<a b=\"", "eyJ", "Bearer ",
    "'", " ", "\n", "\r", "(", "0x1 ", "Optional(", "12 0x100000 ", "é", "a", "YWFhYWFhYWFhYWFh", "a4-", "a4:", ",",
    "{\"a\": 1,\n", "key=\"",
  ])
  func stepsGrowWithTheText(unit: String) {
    let unit = Array(unit.utf8)
    func text(_ size: Int) -> [UInt8] { Array((0..<size / unit.count).map { _ in unit }.joined()) }
    var last = Self.steps(text(512))
    for size in [1024, 2048, 4096, 8192, 16384] {
      let next = Self.steps(text(size))
      #expect(Double(next) <= 2.2 * Double(last) + 8192, "\(size) bytes: \(next) steps, half of it: \(last)")
      last = next
    }
    #expect(last <= 600 * 16384, "\(last) steps")
  }
}
