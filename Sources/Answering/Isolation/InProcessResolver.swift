internal import DWARF
internal import DebugInfo
internal import SymbolModel

/// Debug files, or the index made from them, that this process reads itself.
struct InProcessResolver: AddressResolver {
  let image: DebugImage

  var textBase: LinkAddress { image.textBase }
  var problems: [DebugFileProblem] { image.problems }
  var failure: String? { image.failure }

  func pointers(_ questions: [PointerQuestion]) -> [PointerAnswer?] { image.pointers(questions) }

  func variables(_ question: ValueQuestion, names: NameStyle) -> [FrameVariable] { image.variables(question, names: names) }

  func resolve(_ addresses: [LinkAddress], names: NameStyle) -> [ResolvedAddress?] { image.resolve(addresses, names: names) }
}
