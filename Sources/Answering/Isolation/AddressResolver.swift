internal import DWARF
internal import DebugInfo
internal import SymbolModel

/// Answers addresses of one image.
protocol AddressResolver {
  /// The link-time address that corresponds to the image's load address.
  var textBase: LinkAddress { get }
  /// The problems of the debug files so far.
  var problems: [DebugFileProblem] { get }
  /// The reason why there are no more answers, as a clause, or nil while there are.
  var failure: String? { get }

  /// Returns one element per address, in ascending order, or nil where nothing is known.
  func resolve(_ addresses: [LinkAddress], names: NameStyle) -> [ResolvedAddress?]

  /// Returns the names of variables behind pointers, one element per question, or nil where none is known.
  func pointers(_ questions: [PointerQuestion]) -> [PointerAnswer?]

  /// Returns the variables in scope at an instruction, or none if the debug files do not know its function.
  func variables(_ question: ValueQuestion, names: NameStyle) -> [FrameVariable]
}
