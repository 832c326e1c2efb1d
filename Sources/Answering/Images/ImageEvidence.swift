internal import CrashModel
internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel

/// Checks whether a debug file belongs to an image for which a report has no ID: every `symbol + offset` in the report must be
/// inside that function of the file, and one page-aligned slide must explain all addresses.
struct ImageEvidence {
  /// The number of frames that agree with the file.
  private(set) var confirmed = 0
  /// The functions of those frames.
  private(set) var functions: Set<String> = []
  /// The number of frames that contradict it.
  private(set) var refuted = 0
  private(set) var contradiction: NearMiss.Contradiction?
  /// The load address, if addresses determine it, or nil if there are none.
  private(set) var load: RuntimeAddress?
  /// The offsets in the image of frames that have no address, by their positions in the report.
  private(set) var offsets: [Int: ImageOffset] = [:]

  private let image: BinaryImage
  private let symbols: ImageSymbols
  private let textBase: LinkAddress
  private var votes: [UInt64: Int] = [:]

  /// Checks the frames of `report` at `positions`, which are all in `image`.
  init(_ report: CrashReport, frames positions: [Int], in image: BinaryImage, _ symbols: ImageSymbols) {
    self.image = image
    self.symbols = symbols
    textBase = symbols.textBase ?? LinkAddress(0)
    load = image.loadAddress
    for position in positions { weigh(report.frames[position], at: position) }
    guard load == nil else { return }
    load = votes.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { RuntimeAddress($0.key) }
    refuted += votes.values.reduce(0, +) - (votes.values.max() ?? 0)
  }

  /// Whether the frames confirm the file.
  var isProof: Bool { confirmed > 0 && refuted * 4 <= confirmed }

  private mutating func weigh(_ frame: Frame, at position: Int) {
    guard let name = frame.reported?.symbol else { return }
    let before = confirmed
    weigh(name, frame, at: position)
    if confirmed > before { functions.insert(name) }
  }

  private mutating func weigh(_ name: String, _ frame: Frame, at position: Int) {
    guard let offset = frame.reported?.offset else { return weigh(name, of: frame) }
    let functions = symbols.withFunctions { $0.functions(named: name) }
    guard !functions.isEmpty else { return }
    let back: UInt64 = frame.kind == .returnAddress && offset > 0 ? 1 : 0
    let holding = functions.filter { offset - back < $0.end.value &- $0.start.value }
    guard let first = holding.first else {
      refute(NearMiss.Contradiction(function: name, offset: offset, isOutside: true))
      return
    }
    guard let address = frame.address else {
      if holding.count == 1, let start = first.start.offset(from: textBase) {
        offsets[position] = ImageOffset(start.value &+ offset)
      }
      confirmed += 1
      return
    }
    let loads = holding.compactMap { self.load(of: address, $0, offset) }
    guard let found = loads.first(where: { load == nil || load?.value == $0 }) else {
      refute(NearMiss.Contradiction(function: name, offset: offset, isOutside: false))
      return
    }
    confirmed += 1
    if load == nil { votes[found, default: 0] += 1 }
  }

  /// Checks a name without a distance: sanitizers print `main (/app/shop+0x210c8)`, an offset in the image. It can only confirm,
  /// because the reporter may have known fewer symbols and printed the nearest one.
  private mutating func weigh(_ name: String, of frame: Frame) {
    let distance = frame.imageOffset ?? image.loadAddress.flatMap { frame.address?.offset(from: $0) }
    guard let offset = distance?.value, offset > 0 else { return }
    let functions = symbols.withFunctions { $0.functions(named: name) }
    guard !functions.isEmpty else { return }
    let shown = offset - (frame.kind == .returnAddress ? 1 : 0)
    let isInside = functions.contains { function in
      guard let start = function.start.offset(from: textBase)?.value, shown >= start else { return false }
      return shown - start < function.end.value &- function.start.value
    }
    if isInside { confirmed += 1 }
  }

  /// Returns the load address if an address is `offset` after the start of a function, or nil if that is not page-aligned.
  private func load(of address: RuntimeAddress, _ function: SymbolTable.Match, _ offset: UInt64) -> UInt64? {
    guard let start = function.start.offset(from: textBase) else { return nil }
    let forms = [address.value, address.value & (1 << 47 - 1), address.value & (1 << 39 - 1), address.value & ~1]
    return forms.lazy.map { $0 &- start.value &- offset }.first { $0 & 0xfff == 0 }
  }

  private mutating func refute(_ found: NearMiss.Contradiction) {
    refuted += 1
    if contradiction == nil { contradiction = found }
  }
}
