internal import CrashModel
internal import DebugInfo
internal import SymbolModel

/// Finds Dart frames by their distance from the symbol before all code, in debug files that lay the code out at other addresses.
///
/// The files that Dart's compiler writes with `--split-debug-info` are ELF, also for Apple systems, where the program itself is Mach-O:
/// only the distance from `_kDartIsolateSnapshotInstructions` is the same in both. A frame whose position is unknown otherwise is found
/// the same way.
///
/// Example: `App kDartIsolateSnapshotInstructions + 20` of an `.ips` is looked up 20 bytes after that symbol in `app.ios-arm64.symbols`.
enum SnapshotOffsets {
  /// Changes the lookups of such frames, one per frame of the report; `symbols` returns the debug files of an image. Files with the
  /// image's own ID have the image's addresses.
  static func place(
    _ places: inout [FrameAddressing.Outcome], of report: CrashReport, symbols: (Int) -> ImageSymbols?
  ) {
    var starts: [Symbol: ImageOffset?] = [:]
    let frames = report.frames.span
    for position in frames.indices {
      guard let reported = frames[position].reportedName, isSnapshot(reported), let distance = frames[position].reported?.offset,
        let image = frames[position].image,
        report.images.indices.contains(image), let files = symbols(image)
      else { continue }
      if case .found = places[position], let id = report.images[image].id, files.files.contains(where: { $0.id == id }) {
        continue
      }
      let name = reported.hasPrefix("_") ? reported : "_" + reported
      let symbol = Symbol(image: image, name: name)
      let start = starts[symbol] ?? start(of: name, in: files)
      starts[symbol] = start
      guard let start else { continue }
      let shown = start.value &+ distance
      let back: UInt64 = frames[position].kind == .returnAddress && distance > 0 ? 1 : 0
      places[position] = .found(
        FrameAddressing.Lookup(
          image: image, offset: ImageOffset(shown &- back), shownOffset: ImageOffset(shown),
          address: frames[position].address))
    }
  }

  private struct Symbol: Hashable {
    let image: Int
    let name: String
  }

  /// Whether a name begins with `kDart` or `_kDart`. Every frame of every report is asked.
  private static func isSnapshot(_ name: String) -> Bool {
    var units = name.utf8.makeIterator()
    var first = units.next()
    if first == UInt8(ascii: "_") { first = units.next() }
    guard first == UInt8(ascii: "k"), units.next() == UInt8(ascii: "D") else { return false }
    return name.hasPrefix("kDart") || name.hasPrefix("_kDart")
  }

  private static func start(of name: String, in symbols: ImageSymbols) -> ImageOffset? {
    for file in symbols.files {
      if let address = file.address(ofSymbol: name) { return address.offset(from: file.textBase) }
    }
    return nil
  }
}
