extension GrowingInput {
  /// Traces of Dart and tombstones of Android.
  static let mobile: [GrowingInput] = [
    GrowingInput("dart reports") { dart($0) + "    #00 abs 000000010bfc010f _kDartIsolateSnapshotInstructions+0x4f\n" },
    GrowingInput("dart frames", dart(0)) {
      "    #\($0) abs \(($0 + 0x1_0bfc_0100).digits) _kDartIsolateSnapshotInstructions+0x\(String($0 + 16, radix: 16))\n"
    },
    GrowingInput("dart gaps", dart(0)) {
      "    #\($0) abs 000000010bfc010f _kDartIsolateSnapshotInstructions+0x4f\n<asynchronous suspension>\n"
    },
    GrowingInput("dart traces in strings", "[", separator: ",", end: "]") {
      #"{"reason":"\#(dart($0).replacing("\n", with: #"\n"#))    #00 abs 10bfc010f _kDartIsolateSnapshotInstructions+0x4f"}"#
    },
    GrowingInput("tombstone reports") { tombstone($0) + frame(0) },
    GrowingInput("tombstone frames", tombstone(0), unit: frame),
    GrowingInput("tombstone images", tombstone(0)) {
      "      #\($0) pc 0000000000001588  /data/app/lib\($0).so (BuildId: 64f2\($0.digits))\n"
    },
    GrowingInput("tombstone threads", tombstone(0) + frame(0)) {
      "--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---\npid: 3608, tid: \($0), name: sync  >>> shop <<<\n"
        + frame(0)
    },
    GrowingInput("tombstone maps", tombstone(0) + frame(0) + "\nmemory map (3 entries):\n") {
      "    \($0.digits)-\(($0 + 0x1000).digits) r-x         0      1000  /data/app/lib\($0).so (BuildId: 64f2)\n"
    },
    GrowingInput("tombstone writers") {
      "11-20 11:43:03.201 \($0) \($0) F DEBUG   :       #00 pc 0000000000001588  /data/app/libshop.so (BuildId: 64f2)\n"
    },
  ]

  private static func frame(_ index: Int) -> String {
    "      #\(index) pc \((index + 0x1588).digits)  /data/app/libshop.so (BuildId: 64f2e3d4)\n"
  }

  private static func dart(_ index: Int) -> String {
    """
    *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
    pid: \(index), tid: 4250, name 1.ui
    build_id: '4c4c440d55553144a1117b95e5d52235'
    isolate_dso_base: 10bfbc000, vm_dso_base: 10bfbc000

    """
  }

  private static func tombstone(_ index: Int) -> String {
    """
    *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
    Build fingerprint: 'google/shop'
    pid: \(index), tid: 3608, name: shop  >>> shop <<<
    signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------
    backtrace:

    """
  }
}

extension Int {
  /// The number in sixteen hexadecimal digits, without `0x`.
  fileprivate var digits: String { String(address.dropFirst(2)) }
}
