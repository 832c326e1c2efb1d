import CrashModel

/// Words the lines of a call stack that was a bare list of addresses, in Apple's layout.
enum FrameColumns {
  /// The columns before the text of a frame: `0   CoreFoundation                <tab>0x00000001835b3d8c `; `isPadded` with leading zeros,
  /// else aligned to the right.
  static func columns(_ frame: Frame, _ image: BinaryImage?, digits: Int, isPadded: Bool = true) -> [UInt8] {
    let index = Array(String(frame.index).utf8)
    let name = Array((image?.name ?? "???").utf8)
    let address = Array(String(frame.address?.value ?? 0, radix: 16).utf8)
    func blanks(_ count: Int, _ fill: UInt8 = TextScan.space) -> [UInt8] { Array(repeating: fill, count: max(count, 0)) }
    return index + blanks(max(4 - index.count, 1)) + name + blanks(30 - name.count) + [TextScan.tab]
      + (isPadded ? [] : blanks(digits - address.count)) + Array("0x".utf8) + (isPadded ? blanks(digits - address.count, 48) : [])
      + address + [TextScan.space]
  }

  /// The text of a frame without a name: `0x18352a000 + 564620`.
  static func unresolved(_ frame: Frame, _ image: BinaryImage?) -> String {
    let address = frame.address?.value ?? 0
    let load = image?.isPlaceholder == true ? 0 : image?.loadAddress?.value ?? 0
    return "0x\(String(load, radix: 16)) + \(address &- load)"
  }
}
