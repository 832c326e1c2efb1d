import Bytes
import CrashModel
import SymbolModel

/// The line with which a sanitizer reports an error:
///
///     ==12345==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55d0c1a3b0c8 bp 0x7ffc sp 0x7ffc
///     ==12345==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000008 (pc 0x55d0c1a3b0c8 bp 0x7ffc sp 0x7ffc T0)
///     ==12345==ERROR: LeakSanitizer: detected memory leaks
///     WARNING: ThreadSanitizer: data race (pid=12345)
///     Basket.cpp:20:62: runtime error: signed integer overflow: 2147483647 + 2 cannot be represented in type 'int'
struct SanitizerText {
  /// The error: the tool as the type, the kind of error as the name or signal, all of the text as the reason.
  private(set) var exception = CrashException()
  /// The process, or nil if the line does not give it.
  private(set) var pid: Int?

  /// Whether the error is that memory was not freed.
  var isLeak: Bool { exception.type == "LeakSanitizer" }

  /// Reads a line without its end, with whatever a logger wrote before it. Returns nil for any other line.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let mark = "Sanitizer: "
    if let found = TextScan.find(bytes, line, mark) {
      let start = TextScan.wordStart(bytes, before: found, from: line.lowerBound)
      guard start < found, !TextScan.hasSuffix(bytes, line.lowerBound..<start, "SUMMARY: ") else { return nil }
      let end = found + mark.utf8.count
      exception.type = TextScan.text(bytes, start..<end - 2)
      read(TextScan.text(bytes, end..<line.upperBound))
      pid = Self.pid(bytes, line)
    } else if let found = Self.runtimeError(bytes, line) {
      exception.type = "UndefinedBehaviorSanitizer"
      exception.reason = TextScan.text(bytes, found..<line.upperBound)
      exception.name = exception.reason.flatMap { Self.short(Self.head(of: $0, before: [": "])) }
    } else {
      return nil
    }
  }

  private mutating func read(_ text: String) {
    exception.reason = text
    for mark in [" on unknown address 0x", " on address 0x", " on 0x"] where exception.faultAddress == nil {
      guard let at = Self.end(of: mark, in: text) else { continue }
      exception.faultAddress = HexNumber.parse("0x" + text[at...].prefix { $0.isHexDigit }).map { RuntimeAddress($0) }
    }
    if let signal = Self.signals.first(where: { text.hasPrefix($0 + " on ") }) {
      exception.signal = "SIG" + signal
    } else {
      exception.name = Self.name(text)
    }
  }

  private static let signals = ["SEGV", "BUS", "FPE", "ILL", "ABRT", "TRAP"]

  /// `heap-use-after-free`, `double-free`, `memory leaks`, `data race`; nil if the text begins in no such way.
  private static func name(_ text: String) -> String? {
    if text.hasPrefix("attempting free on address") { return "bad-free" }
    if text.hasPrefix("requested allocation size") { return "allocation-size-too-big" }
    var name = head(of: text, before: [" on ", " (", ": ", " in thread "])
    for word in ["attempting ", "detected "] where name.hasPrefix(word) { name = name.dropFirst(word.count) }
    return short(name)
  }

  private static func short(_ name: Substring) -> String? { name.isEmpty || name.utf8.count > 80 ? nil : String(name) }

  /// Returns the text before the first of some marks.
  private static func head(of text: String, before marks: [String]) -> Substring {
    marks.reduce(text[...]) { head, mark in
      end(of: mark, in: head).map { head[..<head.utf8.index($0, offsetBy: -mark.utf8.count)] } ?? head
    }
  }

  /// Returns the position after the first occurrence of a mark.
  private static func end(of mark: String, in text: some StringProtocol) -> String.Index? {
    let bytes = Array(text.utf8)
    return TextScan.find(bytes, bytes.indices, mark).map { text.utf8.index(text.startIndex, offsetBy: $0 + mark.utf8.count) }
  }

  /// `==12345==` before, or `(pid=12345)` after the name of the tool.
  private static func pid(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    for mark in ["==", "(pid="] {
      guard let start = TextScan.find(bytes, line, mark).map({ $0 + mark.utf8.count }),
        let number = TextScan.decimal(bytes, start, line.upperBound), number.end < line.upperBound,
        bytes[number.end] == UInt8(ascii: mark == "==" ? "=" : ")")
      else { continue }
      return Int(exactly: number.value)
    }
    return nil
  }

  /// Returns the start of the message after `file:line:column: runtime error: `. Go writes the words without a file.
  private static func runtimeError(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    let mark = ": runtime error: "
    guard let found = TextScan.find(bytes, line, mark) else { return nil }
    let place = TextScan.wordStart(bytes, before: found, from: line.lowerBound)..<found
    return FileAndLine(bytes, place) == nil ? nil : found + mark.utf8.count
  }
}
