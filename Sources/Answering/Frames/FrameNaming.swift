internal import CrashModel
internal import DebugInfo
internal import Demangling
internal import SymbolModel

/// Turns the answers of debug files and of the reporter for one frame into its resolution. Debug information ranks first, then a
/// symbol of a debug file, then the reporter's own name.
struct FrameNaming {
  /// The user's options.
  let options: SymbolicationOptions

  /// The properties of an image's debug files that naming needs. A class, since every frame of the image refers to it.
  final class ImageState {
    /// The result of the search, and the state of the debug files so far.
    let status: ImageStatus
    /// The link-time address of the image's start, or nil without debug files.
    let textBase: LinkAddress?
    /// Whether the debug files have another ID than the image.
    let isMismatch: Bool
    /// The reason to give for an answer from debug files with another ID, or nil if there is none.
    let mismatchReason: String?

    /// Takes the current properties.
    init(_ symbols: ImageSymbols) {
      status = symbols.status
      textBase = symbols.textBase
      isMismatch = symbols.isMismatch
      mismatchReason = isMismatch ? status.reason.map { "debug file of another build: \($0)" } : nil
    }
  }

  /// Returns the resolution of a frame that was looked up, from the answer at its address.
  func resolution(
    of frame: borrowing Frame, _ lookup: FrameAddressing.Lookup, _ symbols: ImageState, _ answer: borrowing ResolvedAddress
  ) -> FrameResolution {
    var sources = shaped(answer.sources)
    if let last = sources.indices.last {
      if !answer.isNamed {
        sources[last].function = frame.reported.flatMap { $0.isMeaningful ? $0.symbol : nil } ?? "???"
      } else if options.names != .mangled, Demangler.isMangled(sources[last].function), let name = readable(frame.reported) {
        sources[last].function = name
      }
    }
    return FrameResolution(
      basis: answer.basis == .debugInformation ? .line : .symbol, reason: symbols.mismatchReason, symbol: sources.last?.function,
      symbolOffset: distance(of: lookup, answer, symbols), sources: sources, lookupAddress: lookup.address,
      fromMismatch: symbols.isMismatch)
  }

  /// Returns the reporter's name if people can read it, or nil otherwise. It is better than a mangled name that nothing demangles.
  private func readable(_ reported: ReportedSymbol?) -> String? {
    reported.flatMap { $0.isMeaningful ? $0.symbol : nil }.flatMap { Demangler.isMangled($0) ? nil : $0 }
  }

  /// Returns the distance of the reported address from the start of the function, or nil if it is unknown.
  private func distance(
    of lookup: FrameAddressing.Lookup, _ answer: borrowing ResolvedAddress, _ symbols: ImageState
  ) -> UInt64? {
    guard let start = answer.functionStart, let textBase = symbols.textBase else { return nil }
    let shown = lookup.shownOffset.linkAddress(textBase: textBase)
    return shown >= start ? shown.value - start.value : nil
  }

  /// Returns the resolution of a frame that only the reporter names. Reporters give mangled names.
  func reported(_ frame: borrowing Frame, reason: String, address: RuntimeAddress? = nil) -> FrameResolution {
    guard let name = frame.reported, name.isMeaningful || !frame.reportedInlines.isEmpty else {
      return FrameResolution(basis: .none, reason: reason, lookupAddress: address)
    }
    var symbol = name.symbol
    if let mangled = symbol, Demangler.isMangled(mangled) {
      symbol = Demangler.demangle(mangled, style: options.names) ?? mangled
    }
    return FrameResolution(
      basis: .reported, reason: reason, symbol: symbol, symbolOffset: name.offset, lookupAddress: address)
  }

  private func shaped(_ sources: [SourceFrame]) -> [SourceFrame] {
    guard !options.keepsInlines, let outermost = sources.last else { return sources }
    return [outermost]
  }

  /// Returns the reason why the debug files of an image have no answer for an address.
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
