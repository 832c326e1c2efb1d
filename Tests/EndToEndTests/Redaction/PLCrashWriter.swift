/// Writes binary reports of PLCrashReporter (its CrashReport.proto) with a text at the end of every string.
struct PLCrashWriter {
  /// What each string ends with.
  let secret: String

  /// The bytes of a report with all strings that the format has.
  var report: [UInt8] {
    let system = field(1, field(1, 1) + field(2, text("17.1")) + field(4, 1_500_000_000) + field(5, text("21B74")))
    let app = field(2, field(1, text("com.example.shop")) + field(2, text("1187")) + field(3, text("4.2.0")))
    let registers = field(4, field(1, "pc") + field(2, 0x1_0000_1234))
    let frames = field(2, frame(0x1_0000_1234, symbol: text("_main"))) + field(2, frame(0x1_0000_1300, symbol: nil))
    let thread = field(3, field(1, 0) + frames + field(3, 1) + registers)
    let kind = field(5, field(1, 1) + field(2, 16_777_228) + field(3, 0x8000_0002))
    let image = field(
      4,
      field(1, 0x1_0000_0000) + field(2, 65_536) + field(3, text("/private/var/Shop.app/Shop"))
        + field(4, (0..<16).map { UInt8($0) }) + kind)
    let exception = field(
      5, field(1, text("NSRangeException")) + field(2, text("out of bounds")) + field(3, frame(0x1_0000_1240, symbol: nil)))
    let signal = field(6, field(1, text("SIGABRT")) + field(2, text("#0")) + field(3, 0x1_0000_1234))
    let process = field(
      7,
      field(1, text("Shop")) + field(2, 3_608) + field(3, text("/private/var/Shop.app/Shop")) + field(4, text("launchd"))
        + field(5, 1))
    let machine = field(8, field(1, text("iPhone14,5")) + field(2, kind) + field(3, 6) + field(4, 6))
    return Array("plcrash\u{1}".utf8) + system + app + thread + image + exception + signal + process + machine
  }

  private func text(_ text: String) -> String { secret.isEmpty ? text : text + " " + secret }

  private func varint(_ value: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], value)
    while rest > 0x7f {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private func field(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

  private func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(content.count)) + content
  }

  private func field(_ number: UInt64, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  private func frame(_ address: UInt64, symbol: String?) -> [UInt8] {
    field(3, address) + (symbol.map { field(6, field(1, $0) + field(2, address - 8)) } ?? [])
  }
}
