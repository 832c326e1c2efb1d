import Bytes
import DWARF
import DebugInfo
import ObjectFiles
import SymbolIndex
import SymbolModel
import Synchronization

/// Debug files.
enum ObjectBodies {
  /// A path with nothing beside it.
  static let path = "/nonexistent/x"

  /// Mach-O, fat files, ELF: headers, sections and symbol tables. Symbols are in order, and are found at their starts.
  @Sendable static func objects() -> FuzzTarget.Body {
    { bytes in
      for file in ((try? ObjectFile.read(ByteSlice(bytes), path: path)) ?? []).prefix(4) {
        for section in file.sections.prefix(100) { _ = try? file.storedContents(of: section) }
        _ = (file.functionStarts().count, file.truncatedSymbols, file.contentRank, file.address(ofSymbol: "main"))
        let table = file.symbolTable()
        let functions = table.functions
        for (one, next) in zip(functions, functions.dropFirst()) {
          try expect(one.start <= next.start, "the symbols are not in order: \(one.start), \(next.start)")
        }
        for function in functions.prefix(200) {
          try expect(table.find(function.start)?.start == function.start, "\(function.name) is not found at its start")
        }
      }
      let head = Array(bytes.prefix(ObjectFile.headSize))
      if ObjectFile.isObjectFile(head: head) { _ = try? ObjectFile.read(head: head, path: path) }
      _ = (ObjectFile.holdsLoadCommands(head: head), ObjectFile.sliceOffsets(head: head))
    }
  }

  /// Entries and lines of DWARF. The index made of undamaged files gives the same answers.
  @Sendable static func dwarf() throws -> FuzzTarget.Body {
    let scratch = try ScratchFile("x.symidx")
    return { bytes in
      for file in ((try? ObjectFile.read(ByteSlice(bytes), path: path)) ?? []).prefix(2) where file.hasDWARF {
        let image = DebugImage(files: [file])
        let addresses = samples(of: file)
        let live = image.resolve(addresses)
        try expect(live.count == addresses.count, "\(addresses.count) addresses have \(live.count) answers")
        _ = image.pointers(questions(addresses))
        guard let parts = try? IndexBuilder.build([file], jobs: 1) else { continue }
        let index = try SymbolIndex(path: try scratch.path(of: Array(parts.joined())), fingerprint: nil)
        try expect(index.isWhole, "a new index has damaged blocks")
        let fast = DebugImage(index: index).resolve(addresses)
        guard image.problems.isEmpty else { continue }
        let contested = try contested(file)
        for (address, (one, other)) in zip(addresses, zip(live, fast))
        where !contested.contains(where: { $0.contains(address.value) }) {
          try expect(one == other, "\(address.value): the files say \(text(one)), the index \(text(other))")
        }
      }
    }
  }

  /// Symbol files of Breakpad, and their index.
  @Sendable static func breakpad() throws -> FuzzTarget.Body {
    let scratch = try ScratchFile("x.symidx")
    return { bytes in
      guard let files = try? ObjectFile.read(ByteSlice(bytes), path: path), let file = files.first else { return }
      let image = DebugImage(files: [file])
      let addresses = stride(from: UInt64(0x1000), to: 0x9000, by: 0x55).map { LinkAddress($0) }
      let live = image.resolve(addresses)
      guard image.problems.isEmpty, let parts = try? IndexBuilder.build([file], jobs: 1) else { return }
      let index = try SymbolIndex(path: try scratch.path(of: Array(parts.joined())), fingerprint: nil)
      for (address, (one, other)) in zip(addresses, zip(live, DebugImage(index: index).resolve(addresses))) {
        try expect(one == other, "\(address.value): the file says \(text(one)), the index \(text(other))")
      }
    }
  }

  /// Addresses in the code of a file: starts of symbols, and some from every section. An image has at most 4 GB.
  static func samples(of file: ObjectFile) -> [LinkAddress] {
    var addresses = file.symbolTable().functions.prefix(40).map { $0.start.value }
    for section in file.sections where section.isCode {
      let step = max(1, section.size / 40)
      addresses += (0..<UInt64(40)).map { section.address.value &+ $0 &* step }
    }
    let base = file.textBase.value
    return Set(addresses.prefix(400)).sorted().filter { $0 >= base && $0 - base < 1 << 32 }.map { LinkAddress($0) }
  }

  /// Where a function begins inside another one, up to the end of both. Which of them answers there depends on what else is asked.
  private static func contested(_ file: ObjectFile) throws -> [Range<UInt64>] {
    let ranges = Mutex<[Range<UInt64>]>([])
    try DWARFSession(file).forEachFlatUnit(jobs: 1) { _, unit in ranges.withLock { $0 += unit.functionRanges } }
    var (start, reach): (UInt64, UInt64) = (0, 0)
    var contested: [Range<UInt64>] = []
    for range in ranges.withLock({ $0 }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > start, range.lowerBound < reach {
        contested.append(range.lowerBound..<max(reach, range.upperBound))
      }
      (start, reach) = (range.lowerBound, max(reach, range.upperBound))
    }
    return contested
  }

  private static func questions(_ addresses: [LinkAddress]) -> [PointerQuestion] {
    addresses.prefix(12).flatMap { address in
      [.register(0), .memory(register: 6, offset: -8), .address(address.value)].map {
        PointerQuestion(instruction: address, place: $0, offsets: [0, 8])
      }
    }
  }

  static func text(_ answer: ResolvedAddress?) -> String {
    answer.map { "\($0.basis) \($0.sources) from \($0.functionStart?.value ?? 0)" } ?? "nothing"
  }
}
