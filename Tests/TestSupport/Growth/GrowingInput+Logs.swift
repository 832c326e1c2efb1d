/// Logs with call stacks, and reports in other bytes than text.
extension GrowingInput {
  static let logs: [GrowingInput] = [
    GrowingInput("log lines") { "2026-11-20 11:43:03.129 Shop[3608:51707] item \($0) of the ledger\n" },
    GrowingInput("log stacks") {
      """
      2026-11-20 11:43:03.129 Shop[3608:51707] *** Terminating app due to uncaught exception 'ShopLedger', reason: 'no account "\($0)"'
      *** First throw call stack:
      (
      \t0   CoreFoundation                      0x000000018deaccc0 __exceptionPreprocess + 176
      \t1   Shop                                0x0000000102f10d14 _ZN4shop9Inventory5auditEi + 136
      )

      """
    },
    GrowingInput("log frames", "*** First throw call stack:\n(\n", end: ")\n") {
      "\t\($0)   Shop                                \((0x1_0200_0000 + $0).address) name\($0) + 136\n"
    },
    GrowingInput("log packed stack", "*** First throw call stack:\n(", end: ")\n") {
      "0x\(String(0x1_0200_0000 + $0, radix: 16)) "
    },
    GrowingInput("log JavaScript frames", "E ReactNativeJS: TypeError: x\n") {
      "E ReactNativeJS:     at f\($0) (index.android.bundle:1:\($0))\n"
    },
    GrowingInput("log frames of the same", "Backtrace of Thread 0:\n") { _ in
      "Shop                            0x102f10e00 ledger_post + 4\n"
    },
    GrowingInput("log long line") { "word\($0) " },
    GrowingInput("log long line of addresses") { "0x1027f\(String($0, radix: 16)) " },
    GrowingInput("log long line of frames") { "\($0) Shop 0x00000001027f821c 0x1027f4000 + 16924 " },
    GrowingInput("log stacks of one line") { "E crash: 0 Shop 0x00000001027f821c 0x1027f4000 + \($0)\n" },
    GrowingInput("log escaped stacks") {
      #"{"message":"0   Shop   0x00000001027f821c 0x1027f4000 + \#($0)\n1   Shop   0x00000001027f821c f + 16\n"}"# + "\n"
    },
    GrowingInput("log JSON lines") { #"{"level":"info","message":"item \#($0)","n":\#($0)}"# + "\n" },
    GrowingInput("log reports") { "12:30 INFO \($0)\n" + GrowingInput.lldb },
    GrowingInput("log colors") { "\u{1b}[31m\($0)   Shop   0x00000001027f821c 0x1027f4000 + 16924\u{1b}[0m\n" },
    GrowingInput("coredump reports") { coredump($0) + "Nov 20 11:43:03 build7 x[1]: y\n" },
    GrowingInput("coredump frames", coredump(0)) {
      "                #\($0 + 1)  0x000055d0c4a205f9 n/a (/srv/shop/bin/shop + 0x\(String($0 + 16, radix: 16)))\n"
    },
    GrowingInput("coredump threads", coredump(0)) {
      "                \n                Stack trace of thread \($0):\n                #0  0x000055d0c4a205f9 n/a (/srv/shop/bin/shop + 0x15f9)\n"
    },
    GrowingInput("secrets") { "user\($0)@example.com token=abcdefgh\($0) /Users/jane\($0)/x 10.0.\($0 % 200).7\n" },
    GrowingInput("one secret") { _ in "/Users/katharina/x and katharina\n" },
  ]

  private static func coredump(_ index: Int) -> String {
    """
    Nov 20 11:43:03 build7 systemd-coredump[3621]: [x] Process \(index) (shop) of user 1000 dumped core.
                    
                    Module /srv/shop/bin/shop with build-id abf3bf33e5ef637a37c537cbdcdcc2bcaf747ece
                    Stack trace of thread \(index):
                    #0  0x000055d0c4a2058b n/a (/srv/shop/bin/shop + 0x158b)

    """
  }

  static let binaries: [GrowingInput] = [
    GrowingInput("meter stacks") { _ in #"1 {"name":"TlM=","reason":"eA=="}"# + "\n" + #"2 {"pc":4368026624}"# + "\n" },
    GrowingInput("meter frames", #"1 {"name":"TlM=","reason":"eA=="}"# + "\n") { #"2 {"pc":\#(4_368_026_624 + $0)}"# + "\n" },
    GrowingInput("meter images", #"1 {"name":"TlM=","reason":"eA=="}"# + "\n" + #"2 {"pc":4368026624}"# + "\n") {
      #"3 {"uuid":"4c4c44e4-5555-3144-a1b0-602671ad96b1","address":\#(0x2_0000_0000 + $0 * 65_536),"size":65536,"path":"/usr/lib/\#($0)"}"#
        + "\n"
    },
    GrowingInput("plcrash threads") { size in
      plcrash((0..<size / 24 + 1).flatMap { field(3, number(1, $0) + field(2, number(3, 0x1_0000_1234 + $0))) })
    },
    GrowingInput("plcrash frames") { size in
      plcrash(
        field(3, number(1, 0) + number(3, 1) + (0..<size / 9 + 1).flatMap { field(2, number(3, 0x1_0000_1234 + $0 % 60_000)) }))
    },
    GrowingInput("plcrash images") { size in
      plcrash(
        field(3, number(1, 0) + number(3, 1) + field(2, number(3, 0x1_0000_1234)))
          + (0..<size / 55 + 1).flatMap { image(0x2_0000_0000 + $0 * 65_536, "/usr/lib/lib\($0)", $0) })
    },
    GrowingInput("plcrash long text") { size in
      plcrash(field(5, field(1, Array("NSException".utf8)) + field(2, Array(repeating: 0x61, count: size))))
    },
    GrowingInput("UTF-16 lines") { size in
      let line = Array("12:30 0   Shop   0x00000001027f821c 0x1027f4000 + 16924\n".utf8)
      var bytes: [UInt8] = [0xff, 0xfe]
      while bytes.count < size { for byte in line { bytes += [byte, 0] } }
      return bytes
    },
    GrowingInput("zero bytes") { Array(repeating: 0, count: $0) },
  ]

  /// A report of PLCrashReporter with an image and other fields.
  private static func plcrash(_ fields: [UInt8]) -> [UInt8] {
    let system = field(1, number(1, 1) + field(2, Array("17.1".utf8)) + number(4, 1_500_000_000))
    let app = field(2, field(1, Array("com.example.shop".utf8)) + field(2, Array("1187".utf8)))
    let signal = field(6, field(1, Array("SIGABRT".utf8)) + field(2, Array("#0".utf8)) + number(3, 0x1_0000_1234))
    return Array("plcrash\u{1}".utf8) + system + app + fields + image(0x1_0000_0000, "/Applications/Shop.app/Shop", 1) + signal
  }

  private static func image(_ start: Int, _ path: String, _ id: Int) -> [UInt8] {
    field(
      4,
      number(1, start) + number(2, 65_536) + field(3, Array(path.utf8))
        + field(4, (0..<16).map { (index: Int) -> UInt8 in UInt8(truncatingIfNeeded: id >> (8 * (index % 4))) })
        + field(5, number(1, 1) + number(2, 16_777_228)))
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var (bytes, rest): ([UInt8], Int) = ([], value)
    while rest > 0x7f {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static func number(_ field: Int, _ value: Int) -> [UInt8] { varint(field << 3) + varint(value) }

  private static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(content.count) + content
  }
}
