import Synchronization
import System
import Testing

@testable import CommandLineTool

/// Lines out of pieces of any size.
@Suite struct LineSourceTests {
  /// All lines of a text that comes in pieces of `size` bytes; "?" for one that is too long.
  static func lines(of text: String, size: Int, limit: Int = 1 << 20) -> [String] {
    let pieces = Pieces(Array(text.utf8), size: size)
    var source = LineSource(limit: limit) { () throws(SystemError) in pieces.next() }
    var lines: [String] = []
    while let line = source.next() {
      lines.append("\(line.number):" + (line.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "?"))
    }
    return lines
  }

  @Test(arguments: [1, 2, 3, 7, 100]) func linesComeWithTheirNumbers(size: Int) {
    #expect(Self.lines(of: "one\n\n  \nfour\nfive", size: size) == ["1:one", "4:four", "5:five"])
    #expect(Self.lines(of: "one\ntwo\n", size: size) == ["1:one", "2:two"])
    #expect(Self.lines(of: "", size: size).isEmpty)
  }

  @Test(arguments: [1, 2, 3, 7, 100]) func aLineThatIsTooLongIsPassedOver(size: Int) {
    let long = String(repeating: "x", count: 50)
    #expect(Self.lines(of: "one\n\(long)\nthree\n", size: size, limit: 10) == ["1:one", "2:?", "3:three"])
    #expect(Self.lines(of: long, size: size, limit: 10) == ["1:?"])
    #expect(Self.lines(of: "0123456789\n01234567890\n", size: size, limit: 10) == ["1:0123456789", "2:?"])
  }
}

/// Bytes, some at a time.
private final class Pieces: Sendable {
  private let rest: Mutex<ArraySlice<UInt8>>
  private let size: Int

  init(_ bytes: [UInt8], size: Int) {
    rest = Mutex(bytes[...])
    self.size = size
  }

  func next() -> [UInt8] {
    rest.withLock { rest in
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }
}
