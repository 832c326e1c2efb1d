import JSONText
import Redaction
import ReportTrial

/// Redaction: a secret that is planted survives nowhere, JSON stays JSON.
enum RedactionBody {
  /// Secrets as they stand in lines of a text, and what of each may not be left.
  private static let planted: [(line: String, leak: String)] = [
    ("contact: zafqorvix.jubwem@kylnux.example", "zafqorvix"), ("path=/Users/kylnuxpoz/Library/x", "kylnuxpoz"),
    ("Authorization: Bearer Zk7QpXw93LmVt52RnYh8", "Zk7QpXw93LmVt52RnYh8"), ("password=tivguxzafqor7", "tivguxzafqor7"),
  ]

  @Sendable static func make() -> FuzzTarget.Body {
    { bytes in
      let redactor = Redactor(salt: "s")
      var once: [UInt8] = []
      ReportBodies.count(3_000 * bytes.count + 200_000, "redaction") { once = redactor.redact(bytes) }
      if (try? JSONDocument(strictly: bytes)) != nil {
        try expect((try? JSONDocument(strictly: once)) != nil, "redaction makes JSON invalid")
      }
      try plant(in: bytes)
    }
  }

  /// Adds a secret to the end of the text, as a line of its own, and gives it as a whole and in pieces.
  private static func plant(in bytes: [UInt8]) throws(Finding) {
    let isText = !bytes.contains(0) && !bytes.starts(with: [0xff, 0xfe]) && !bytes.starts(with: [0xfe, 0xff])
    guard isText, !bytes.starts(with: "plcrash".utf8) else { return }
    for (line, leak) in planted {
      let input = bytes + [10] + Array(line.utf8) + [10]
      try expect(!holds(Redactor(salt: "s").redact(input), leak), "the secret '\(line)' survives at the end of the text")
      let stream = RedactionStream(Redactor(salt: "s"))
      let half = input.count / 2
      let pieces = stream.redact(Array(input[..<half])) + stream.redact(Array(input[half...])) + stream.flush()
      try expect(!holds(pieces, leak), "the secret '\(line)' survives in a stream")
    }
  }

  private static func holds(_ bytes: [UInt8], _ leak: String) -> Bool { String(decoding: bytes, as: UTF8.self).contains(leak) }
}
