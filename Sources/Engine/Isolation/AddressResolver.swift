internal import DebugInfo
internal import SymbolModel

/// Answers addresses of one image.
protocol AddressResolver {
  /// The link-time address that corresponds to the image's load address.
  var textBase: LinkAddress { get }
  /// What turned out to be wrong with the debug files so far.
  var problems: [DebugFileProblem] { get }
  /// Why there are no answers any more, as a clause; nil while there are.
  var failure: String? { get }

  /// One element an address, which ascend; nil where nothing is known.
  func resolve(_ addresses: [LinkAddress], names: NameStyle) -> [ResolvedAddress?]
}
