/// An ELF image in memory for libdw, whose units are added one after the other and have nothing but a line table each. libdw
/// reads a unit when it is asked for, so that more can be added after those it knows.
///
///     0      ELF header, section headers and names
///     2,048  .debug_abbrev: two kinds of unit, with a line table, and with a compilation directory as well
///     2,080  .debug_info: the units
///     8,192  .debug_line
@safe final class LineImage {
  /// One unit that libdw can read.
  struct Unit {
    let handle: LibdwHandle
    /// The offset of its root entry.
    let entry: Int
  }

  private let memory: UnsafeMutableRawBufferPointer
  private let imageSize: Int
  private let others: [SyntheticELFHeader.Entry]
  private let isBigEndian: Bool
  private let owner: AnyObject
  private var handle: LibdwHandle?
  private var hasHead = false
  private var unitEnd = unitsStart

  private static let abbreviationsStart = 2048
  private static let unitsStart = 2080
  /// The start of `.debug_line`.
  static let linesStart = 8192
  /// `DW_AT_stmt_list`; `DW_AT_stmt_list` and `DW_AT_comp_dir`.
  private static let abbreviations: [UInt8] = [1, 0x11, 0, 0x10, 0x17, 0, 0, 2, 0x11, 0, 0x10, 0x17, 0x1b, 0x08, 0, 0, 0]

  /// Works in `memory`, which `owner` keeps alive. `others` are sections after it that line tables refer to, counted from its
  /// first byte; the image reaches to the end of the last one.
  @unsafe init(
    _ memory: UnsafeMutableRawBufferPointer, _ others: [SyntheticELFHeader.Entry], isBigEndian: Bool, keeping owner: AnyObject
  ) {
    unsafe self.memory = unsafe memory
    imageSize = max(memory.count, others.map(\.range.upperBound).max() ?? 0)
    self.others = others
    self.isBigEndian = isBigEndian
    self.owner = owner
  }

  /// Begins a table at an offset in `.debug_line`.
  func tableWriter(at distance: Int) -> SlotWriter {
    unsafe SlotWriter(memory, at: Self.linesStart + distance, isBigEndian: isBigEndian)
  }

  /// Removes all units.
  func removeAll() {
    handle = nil
    unitEnd = Self.unitsStart
  }

  /// Adds a unit whose table is at an offset in `.debug_line`. Returns nil if there is no room left, or libdw rejects the image.
  func addUnit(tableAt distance: Int, addressSize: Int, directory: String? = nil) -> Unit? {
    let start = unitEnd
    var out = unsafe SlotWriter(
      UnsafeMutableRawBufferPointer(rebasing: memory[..<Self.linesStart]), at: start, isBigEndian: isBigEndian)
    out.put(0, size: 4)
    out.put(4, size: 2)
    out.put(0, size: 4)
    out.put(UInt64(addressSize), size: 1)
    let entry = out.position - Self.unitsStart
    out.put(directory == nil ? 1 : 2, size: 1)
    out.put(UInt64(distance), size: 4)
    if let directory {
      for byte in directory.utf8 { out.put(UInt64(byte), size: 1) }
      out.put(0, size: 1)
    }
    guard !out.failed, let handle = openHandle() else { return nil }
    out.patch(UInt64(out.position - start - 4), size: 4, at: start)
    unitEnd = out.position
    return Unit(handle: handle, entry: entry)
  }

  private func openHandle() -> LibdwHandle? {
    if let handle { return handle }
    guard hasHead || writeHead() else { return nil }
    hasHead = true
    handle = unsafe LibdwHandle(UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: imageSize), keeping: owner)
    return handle
  }

  /// Writes the constant parts. Returns false if there is no room.
  private func writeHead() -> Bool {
    let abbreviationsEnd = Self.abbreviationsStart + Self.abbreviations.count
    let own = unsafe [
      SyntheticELFHeader.Entry(name: "info", range: Self.unitsStart..<Self.linesStart),
      SyntheticELFHeader.Entry(name: "abbrev", range: Self.abbreviationsStart..<abbreviationsEnd),
      SyntheticELFHeader.Entry(name: "line", range: Self.linesStart..<memory.count),
    ]
    let head = SyntheticELFHeader(entries: own + others, isBigEndian: isBigEndian).bytes
    guard head.count <= Self.abbreviationsStart else { return false }
    unsafe memory.copyBytes(from: head)
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[Self.abbreviationsStart...]).copyBytes(from: Self.abbreviations)
    return true
  }
}
