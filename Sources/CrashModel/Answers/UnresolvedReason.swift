/// Why a frame has no name or line, or none that is certain. Numbers are positions in `CrashReport.images`.
@usableFromInline
package enum UnresolvedReason: Hashable, Sendable {
  case noAddress, truncated, omitted, notLookedUp
  case noImages
  /// The frame names an image that the report does not list.
  case unlistedImage
  case outsideImages
  case outsideImage(Int)
  /// The call is before the start of the image.
  case beforeImage(Int)
  case noLoadAddress(Int)
  case noID(Int)
  case noDebugFile(Int)
  case nearMiss(Int)
  case damaged(Int)
  /// The debug file has no function at the address.
  case noFunction(Int)
  /// The debug file is missing, and the symbol table of the image has nothing at the address.
  case noSymbol(Int)
  /// The answer comes from a debug file of another build.
  case otherBuild(Int)
  /// A debug file of another build has no function at the address.
  case noFunctionInOtherBuild(Int)
  /// A frame of a script that is in no bundle.
  case noScriptPosition
  case sourceMap(SourceMapGap)
  /// The source map has nothing at the position.
  case noScriptSource

  /// The name in JSON output.
  package var code: ReasonCode {
    switch self {
    case .noAddress: .noAddress
    case .truncated: .truncated
    case .omitted: .omitted
    case .notLookedUp: .notLookedUp
    case .noImages: .noImages
    case .unlistedImage: .unlistedImage
    case .outsideImages: .outsideImages
    case .outsideImage: .outsideImage
    case .beforeImage: .beforeImage
    case .noLoadAddress: .noLoadAddress
    case .noID: .noID
    case .noDebugFile: .noDebugFile
    case .nearMiss: .nearMiss
    case .damaged: .damaged
    case .noFunction: .noFunction
    case .noSymbol: .noSymbol
    case .otherBuild: .otherBuild
    case .noFunctionInOtherBuild: .noFunctionInOtherBuild
    case .noScriptPosition: .noScriptPosition
    case .sourceMap(let gap): gap.code
    case .noScriptSource: .noScriptSource
    }
  }
}
