public import SymbolModel

/// A report as it was read, with what was found out about its frames and images beside it.
public struct SymbolicatedReport: Sendable {
  /// The untouched report.
  public var report: CrashReport
  /// One entry a frame of `report.frames`, in the same order.
  public var resolutions: [FrameResolution]
  /// One entry an image of `report.images`, in the same order.
  public var imageStatuses: [ImageStatus]
  /// The path of the input as the user named it, `-` for standard input.
  public var path: String
  /// Lines of source files around the lines of source frames, where they were asked for and found.
  public var excerpts: [SourcePosition: SourceExcerpt] = [:]

  /// Puts a report and its answers together; the arrays must be as long as the report's.
  public init(report: CrashReport, resolutions: [FrameResolution], imageStatuses: [ImageStatus], path: String) {
    self.report = report
    self.resolutions = resolutions
    self.imageStatuses = imageStatuses
    self.path = path
  }
}

/// What became of one frame.
public struct FrameResolution: Sendable {
  /// What the answer rests on, best first. The raw value is the name used in JSON output.
  public enum Basis: String, Sendable {
    /// Debug information with a source line or at least a function of the debug information.
    case line
    /// A symbol table.
    case symbol
    /// The reporter's own name.
    case reported
    /// Nothing: `reason` says why.
    case none
  }

  /// What the answer rests on.
  public var basis: Basis
  /// Why there is no better answer; never nil when `basis` is `none`.
  public var reason: String?
  /// The function that holds the address (the outermost, not inlined one), for display.
  public var symbol: String?
  /// The distance in bytes of the reported address from the start of `symbol`.
  public var symbolOffset: UInt64?
  /// The inline chain, innermost first; empty when only the reporter's name or nothing is known.
  public var sources: [SourceFrame]
  /// The runtime address that was looked up: masked, and one byte back for return addresses; nil without an address.
  public var lookupAddress: RuntimeAddress?
  /// Whether the answer comes from a debug file with another ID (`--allow-mismatch`).
  public var fromMismatch: Bool

  /// Makes a resolution.
  public init(
    basis: Basis, reason: String? = nil, symbol: String? = nil, symbolOffset: UInt64? = nil, sources: [SourceFrame] = [],
    lookupAddress: RuntimeAddress? = nil, fromMismatch: Bool = false
  ) {
    self.basis = basis
    self.reason = reason
    self.symbol = symbol
    self.symbolOffset = symbolOffset
    self.sources = sources
    self.lookupAddress = lookupAddress
    self.fromMismatch = fromMismatch
  }
}

/// What became of one image.
public struct ImageStatus: Sendable {
  /// Whether debug files were found. The raw value is the name used in JSON output.
  public enum Status: String, Sendable {
    /// A debug file with the same ID was found.
    case found
    /// No debug file with this ID was found, and none of the same name.
    case missing
    /// Only debug files of the same name with another ID were found.
    case mismatch
    /// A debug file with the same ID was found, but it cannot be read.
    case damaged
    /// No frame refers to the image.
    case unneeded
  }

  /// Whether debug files were found.
  public var status: Status
  /// The paths of the debug files used, or of the near misses.
  public var debugFiles: [String]
  /// Why there is none, or what is wrong with it.
  public var reason: String?
  /// The debug file with another ID that is used all the same, because the user asked for it; nil when none is.
  public var usedMismatch: String?
  /// Of an image with near misses only, the places that were searched, each worded for people.
  public var lookedIn: [String] = []

  /// Makes a status.
  public init(_ status: Status, debugFiles: [String] = [], reason: String? = nil) {
    self.status = status
    self.debugFiles = debugFiles
    self.reason = reason
  }
}
