/// The stable names of reasons: `reasonCode` of frames and images in JSON output. docs/WHY.md has a section for each.
package enum ReasonCode: String, Sendable, CaseIterable {
  case noAddress = "no-address"
  case truncated, omitted
  case notLookedUp = "not-looked-up"
  case noImages = "no-images"
  case unlistedImage = "unlisted-image"
  case outsideImages = "outside-images"
  case outsideImage = "outside-image"
  case beforeImage = "before-image"
  case noLoadAddress = "no-load-address"
  case noID = "no-id"
  case noDebugFile = "no-debug-file"
  case noSearchPath = "no-search-path"
  case nearMiss = "near-miss"
  case otherBuild = "other-build"
  case noFunctionInOtherBuild = "other-build-no-function"
  case ambiguous, unconfirmed
  case damaged
  case damagedPart = "damaged-part"
  case noFunction = "no-function"
  case noSymbol = "no-symbol"
  case onlySymbols = "only-symbols"
  case onlyExports = "only-exports"
  case noScriptPosition = "script-no-position"
  case noSourceMap = "source-map-missing"
  case unusableSourceMap = "source-map-unusable"
  case ambiguousSourceMap = "source-map-ambiguous"
  case otherSourceMap = "source-map-other-build"
  case foreignSourceMap = "source-map-too-short"
  case emptySourceMap = "source-map-empty"
  case noScriptSource = "source-map-no-source"
}
