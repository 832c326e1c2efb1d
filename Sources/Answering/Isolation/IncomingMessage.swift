/// A message that arrives piece by piece: its length in bytes, as 32 bits, then its contents.
struct IncomingMessage {
  private var bytes: [UInt8] = []

  /// The number of bytes to read next without reading into the next message, at most 64 KB; 0 if the message is complete.
  var missing: Int {
    if bytes.count < 4 { return 4 - bytes.count }
    let length = bytes[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    return min(4 + length - bytes.count, 1 << 16)
  }

  /// The contents of a complete message.
  var contents: [UInt8] { Array(bytes.dropFirst(4)) }

  /// Adds bytes that were read.
  mutating func append(_ piece: [UInt8]) { bytes += piece }
}
