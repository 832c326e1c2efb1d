import Foundation

/// The lines that another process writes, with a limit to how long a line is waited for.
final class LineReader {
  /// What came.
  enum Event {
    /// A line without its end.
    case line(String)
    /// Nothing in time.
    case quiet
    /// The other process closed its output.
    case end
  }

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var start = 0

  /// Reads from a descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next line, after waiting for it at most this many seconds.
  func next(seconds: Int) -> Event {
    while true {
      if let end = bytes[start...].firstIndex(of: 10) {
        defer { start = end + 1 }
        return .line(String(decoding: bytes[start..<end], as: UTF8.self))
      }
      bytes.removeFirst(start)
      start = 0
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Int32(seconds * 1000)) > 0 else { return .quiet }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return .end }
      bytes += buffer[..<count]
    }
  }
}
