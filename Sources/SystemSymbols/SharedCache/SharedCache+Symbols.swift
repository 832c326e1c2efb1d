package import Bytes
internal import SymbolModel

extension SharedCache {
  /// What was read of one image.
  package struct ImageReading: Hashable, Sendable {
    /// The number of functions with a name.
    package var names = 0
    /// Tables that could not be read, as clauses; empty if all could.
    package var problems: [String] = []

    /// Nothing yet.
    package init() {}
  }

  /// Passes the functions of an image to `body`, in ascending order: the distance of each from the image's header, and its name
  /// without the underscore that C's names have. An empty name ends the function before: an unnamed function begins there, or a
  /// section ends. Several threads may read images at once.
  ///
  /// Throws `absent` if the image's header or symbols are in a file that is not there, and `damaged` if its header is damaged, or
  /// is that of another image.
  package func symbols(
    of image: CacheImage, _ body: (_ offset: UInt64, _ names: borrowing ByteSlice, _ name: Range<Int>) -> Void
  ) throws(SharedCacheError) -> ImageReading {
    guard let (bytes, _) = bytes(at: image.address) else {
      throw SharedCacheError(.absent, "its code is in a file that is missing")
    }
    let header = try ImageHeader(parsing: bytes)
    if let id = header.id, let listed = image.id, id != listed {
      throw SharedCacheError(.damaged, "its UUID is \(id), and the cache lists \(listed)")
    }
    guard let linkEdit = header.linkEdit else { throw SharedCacheError(.damaged, "it has no __LINKEDIT") }
    guard let (_, file) = self.bytes(at: linkEdit) else {
      throw SharedCacheError(.absent, "its symbols are in a file that is missing")
    }
    var scan = SymbolScan(header, base: image.address)
    try scan.read(file.bytes)
    log?.note(header, file)
    if let locals, let range = locals.range(of: localsKey(of: image, locals)) {
      scan.add(locals: locals, range)
      let unit = header.is64Bit ? 16 : 12
      log?.note(path, "locals", range.lowerBound * unit..<range.upperBound * unit)
    }
    scan.finish()
    return try pass(scan, body)
  }

  /// Returns the key of an image's local symbols: its distance from the base, or the position of its header in the main file.
  private func localsKey(of image: CacheImage, _ locals: CacheLocals) -> UInt64 {
    guard !locals.isByAddress, let element = map.element(at: image.address) else { return image.address &- base }
    return element.mapping.fileOffset + image.address - element.mapping.address
  }

  private func pass(
    _ scan: SymbolScan, _ body: (_ offset: UInt64, _ names: borrowing ByteSlice, _ name: Range<Int>) -> Void
  ) throws(SharedCacheError) -> ImageReading {
    var reading = ImageReading()
    reading.problems = scan.problems
    let pools = [scan.strings, locals?.strings ?? .empty, scan.exportNames]
    var (position, length, wasNamed) = (0, 0, false)
    let symbols = scan.symbols
    while position < symbols.count {
      let offset = symbols[position].offset
      var name = 0..<0
      var pool = 0
      while position < symbols.count, symbols[position].offset == offset {
        if name.isEmpty, symbols[position].pool != .none {
          pool = Int(symbols[position].pool.rawValue)
          name = Self.name(pools[pool], at: Int(symbols[position].name))
        }
        position += 1
        if position & 0x3fff == 0 { pages.limit() }
      }
      if name.isEmpty, !wasNamed { continue }
      wasNamed = !name.isEmpty
      reading.names += wasNamed ? 1 : 0
      length += name.count
      body(offset, pools[pool], name)
    }
    pages.limit()
    guard budget.take(symbols: symbols.count, bytes: length) else {
      throw SharedCacheError(.damaged, "the names of the cache are longer than its files")
    }
    return reading
  }

  private static let nameLimit = 1 << 16
  private static let redacted = Array("<redacted>".utf8)

  /// Returns the range of a name without its first underscore, or an empty one if it says nothing: `<redacted>` stands for names
  /// that the builder of the cache moved away, and `ltmp` begins labels of the assembler.
  private static func name(_ pool: borrowing ByteSlice, at start: Int) -> Range<Int> {
    guard let end = pool.zero(from: start, limit: nameLimit), end > start, let first = pool.byte(at: start) else { return 0..<0 }
    switch first {
    case UInt8(ascii: "_"): return start + 1..<end
    case UInt8(ascii: "<"): return end - start == 10 && pool.byte(at: start + 1) == redacted[1] ? 0..<0 : start..<end
    case UInt8(ascii: "l") where pool.byte(at: start + 1) == UInt8(ascii: "t") && pool.byte(at: start + 2) == UInt8(ascii: "m"):
      return pool.byte(at: start + 3) == UInt8(ascii: "p") ? 0..<0 : start..<end
    default: return start..<end
    }
  }
}
