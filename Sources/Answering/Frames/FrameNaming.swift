internal import CrashModel
internal import DebugInfo
internal import Demangling
internal import SymbolModel

/// Turns the answers of debug files and of the reporter for one frame into its resolution. Debug information ranks first, then a
/// symbol of a debug file, then the reporter's own name.
struct FrameNaming {
  /// The user's options.
  let options: SymbolicationOptions

  /// The properties of an image's debug files that naming needs. It refers to nothing, since every frame of the image has a copy.
  struct ImageState {
    /// The result of the search, and the state of the debug files so far.
    let status: ImageStatus.Status
    /// The link-time address of the image's start, or nil without debug files.
    let textBase: LinkAddress?
    /// Whether the debug files have another ID than the image.
    let isMismatch: Bool

    /// Takes the current properties.
    init(_ symbols: ImageSymbols) {
      status = symbols.status.status
      textBase = symbols.textBase
      isMismatch = symbols.isMismatch
    }
  }

  /// Returns whether the name of an answer's real function depends on what the reporter says, as that of few frames does.
  func needsReporter(_ answer: ResolvedAddress) -> Bool { !answer.isNamed || answer.mayBeMangled && options.names != .mangled }

  /// Returns the resolution of a frame that was looked up, from the answer at its address; `reported` is the reporter's own name, nil if it
  /// is not needed. As a part of its caller it takes 80 instructions less for each frame.
  @inline(__always)
  func resolution(
    _ lookup: FrameAddressing.Lookup, _ symbols: ImageState, _ answer: ResolvedAddress, _ reported: ReportedSymbol?
  ) -> FrameResolution {
    // The chain of the answer is shared if nothing in it has to change.
    var sources = options.keepsInlines ? [] : Array(answer.sources.suffix(1))
    if !answer.isNamed {
      if sources.isEmpty { sources = answer.sources }
      sources[sources.count - 1].function = reported.flatMap { $0.isMeaningful ? $0.symbol : nil } ?? "???"
    } else if needsReporter(answer), let function = answer.function, Demangler.isMangled(function),
      let name = readable(reported)
    {
      if sources.isEmpty { sources = answer.sources }
      // The names of Swift 3's thunks, for example, keep what links them.
      sources[sources.count - 1].linkageName = sources[sources.count - 1].linkageName ?? function
      sources[sources.count - 1].function = name
    }
    return FrameResolution(
      basis: answer.basis == .debugInformation ? .line : .symbol, reason: symbols.isMismatch ? .otherBuild(lookup.image) : nil,
      symbol: sources.last?.function, symbolOffset: distance(of: lookup, answer, symbols), sources: sources, answer: answer,
      lookupAddress: lookup.address, fromMismatch: symbols.isMismatch)
  }

  /// Returns whether an answer is the whole resolution of its frame: all of it is shown, as it is.
  @inline(__always)
  func isWhole(_ answer: ResolvedAddress, _ symbols: ImageState) -> Bool {
    options.keepsInlines && !symbols.isMismatch && !needsReporter(answer)
  }

  /// Makes the resolution of a frame that has none yet from an answer that is whole.
  @inline(__always)
  func take(
    _ answer: consuming ResolvedAddress, to resolution: inout FrameResolution, _ lookup: FrameAddressing.Lookup,
    _ symbols: ImageState
  ) {
    let basis: FrameResolution.Basis = answer.basis == .debugInformation ? .line : .symbol
    let offset = distance(of: lookup, answer, symbols)
    resolution.take(answer, basis, symbolOffset: offset, lookupAddress: lookup.address)
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
  func reported(
    _ reported: ReportedSymbol?, hasInlines: Bool, reason: UnresolvedReason, address: RuntimeAddress? = nil
  ) -> FrameResolution {
    guard let name = reported, name.isMeaningful || hasInlines else {
      return FrameResolution(basis: .none, reason: reason, lookupAddress: address)
    }
    var symbol = name.symbol
    if let mangled = symbol, Demangler.isMangled(mangled) {
      symbol = Demangler.demangle(mangled, style: options.names) ?? mangled
    }
    return FrameResolution(
      basis: .reported, reason: reason, symbol: symbol, symbolOffset: name.offset, lookupAddress: address)
  }

  /// Returns the reason why the debug files of the image at a position have no answer for an address.
  static func reason(_ position: Int, _ image: BinaryImage, _ symbols: ImageState) -> UnresolvedReason {
    switch symbols.status {
    case .found: .noFunction(position)
    case .symbols: .noSymbol(position)
    case .damaged: .damaged(position)
    case .mismatch: symbols.isMismatch ? .noFunctionInOtherBuild(position) : .nearMiss(position)
    case .missing: image.id == nil ? .noID(position) : .noDebugFile(position)
    case .unneeded: .notLookedUp
    }
  }
}
