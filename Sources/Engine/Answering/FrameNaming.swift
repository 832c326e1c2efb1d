internal import CrashModel
internal import DebugInfo
internal import Demangling
internal import SymbolModel

/// Turns what debug files and the reporter say of one frame into its resolution. Debug information ranks first, then a
/// symbol of a debug file, then the reporter's own name.
struct FrameNaming {
  /// What the user wants of the answers.
  let options: SymbolicationOptions

  /// What naming needs to know of an image's debug files. A class, since every frame of the image refers to it.
  final class ImageState {
    /// What became of the search, and of the debug files so far.
    let status: ImageStatus
    /// The link-time address of the image's start; nil without debug files.
    let textBase: LinkAddress?
    /// Whether the debug files have another ID than the image.
    let isMismatch: Bool
    /// What to say of an answer from debug files with another ID; nil when there is none.
    let mismatchReason: String?

    /// What is known of an image now.
    init(_ symbols: ImageSymbols) {
      status = symbols.status
      textBase = symbols.textBase
      isMismatch = symbols.isMismatch
      mismatchReason = isMismatch ? status.reason.map { "debug file of another build: \($0)" } : nil
    }
  }

  /// The resolution of a frame that could be looked up, from the answer for its place.
  func resolution(
    of frame: borrowing Frame, _ lookup: FrameAddressing.Lookup, _ symbols: ImageState, _ answer: borrowing ResolvedAddress
  ) -> FrameResolution {
    var sources = shaped(answer.sources)
    if !answer.isNamed, let last = sources.indices.last {
      sources[last].function = frame.reported.flatMap { $0.isTelling ? $0.symbol : nil } ?? "???"
    }
    return FrameResolution(
      basis: answer.basis == .debugInformation ? .line : .symbol, reason: symbols.mismatchReason, symbol: sources.last?.function,
      symbolOffset: distance(of: lookup, answer, symbols), sources: sources, lookupAddress: lookup.address,
      fromMismatch: symbols.isMismatch)
  }

  /// How far behind the function's start the place lies that the report shows; nil when that is unknown.
  private func distance(
    of lookup: FrameAddressing.Lookup, _ answer: borrowing ResolvedAddress, _ symbols: ImageState
  ) -> UInt64? {
    guard let start = answer.functionStart, let textBase = symbols.textBase else { return nil }
    let shown = lookup.shownOffset.linkAddress(textBase: textBase)
    return shown >= start ? shown.value - start.value : nil
  }

  /// The resolution of a frame that only the reporter can name. Reporters give the linker's names; `readable` keeps what was made of
  /// them, since the same ones stand in many threads.
  func reported(
    _ frame: borrowing Frame, reason: String, address: RuntimeAddress? = nil, _ readable: inout [String: String]
  ) -> FrameResolution {
    guard let name = frame.reported, name.isTelling || !frame.reportedInlines.isEmpty else {
      return FrameResolution(basis: .none, reason: reason, lookupAddress: address)
    }
    var symbol = name.symbol
    if let mangled = symbol, Demangler.isMangled(mangled) {
      let known = readable[mangled] ?? Demangler.demangle(mangled, style: options.names) ?? mangled
      readable[mangled] = known
      symbol = known
    }
    return FrameResolution(
      basis: .reported, reason: reason, symbol: symbol, symbolOffset: name.offset, lookupAddress: address)
  }

  private func shaped(_ sources: [SourceFrame]) -> [SourceFrame] {
    guard !options.keepsInlines, let outermost = sources.last else { return sources }
    return [outermost]
  }

  /// Why the debug files of an image have no answer to an address in it.
  static func reason(_ image: BinaryImage, _ symbols: ImageState) -> String {
    let name = FrameAddressing.name(image)
    let id = image.id.map { " \($0)" } ?? ""
    switch symbols.status.status {
    case .found: return "the debug file of \(name) has no function at this address"
    case .symbols: return "\(name) has no symbol at this address, and its debug file is missing"
    case .damaged: return "the debug file of \(name) is damaged: \(symbols.status.reason ?? "unreadable")"
    case .mismatch:
      if symbols.isMismatch { return "the debug file of \(name) is from another build and has no function at this address" }
      return "no debug file for \(name)\(id); near miss: \(symbols.status.reason ?? "")"
    case .missing: return image.id == nil ? "the report has no ID for \(name)" : "no debug file for \(name)\(id)"
    case .unneeded: return "the frame was not looked up"
    }
  }
}
