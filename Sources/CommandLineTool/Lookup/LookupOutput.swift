internal import Bytes
internal import CrashModel
internal import Synchronization
internal import System

/// A piece of output on its way from the thread that makes it to the one that writes it.
final class LookupOutput: Sendable {
  /// The number of the thread that makes it.
  let thread: Int
  private let bytes = Mutex(GrowingBytes())

  init(thread: Int) { self.thread = thread }

  /// The size of a text in bytes whose memory is not kept.
  private static let large = 1 << 20

  /// Replaces the text by that which `make` appends. Returns what it returns.
  func fill(_ make: (inout GrowingBytes) -> Bool) -> Bool {
    bytes.withLock { bytes in
      bytes.removeAll()
      return make(&bytes)
    }
  }

  /// Writes the text to standard output. Text from debug files is safe; on a terminal, what is not visible in lines that are no addresses,
  /// which are printed unchanged, is made visible. Returns whether another text should use the memory. To copy texts into arrays takes
  /// 8 percent of the instructions of 10,000 answers from an index.
  func write() throws(SystemError) -> Bool {
    let result = bytes.withLock { bytes in
      Result { () throws(SystemError) in
        try bytes.withBytes { text throws(SystemError) in
          if Environment.isTerminal(1) {
            try StandardStreams.print(TerminalText.visible(text.indices.map { text[$0] }).span)
          } else {
            try StandardStreams.print(text)
          }
        }
        return bytes.count < Self.large
      }
    }
    return try result.get()
  }
}
