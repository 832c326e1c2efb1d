internal import DWARF
internal import SymbolModel

/// The names of a function as they are shown, made once. An object, so that a frame that takes them copies nothing else. Used by one thread
/// at a time.
final class FunctionNames {
  /// The function of a debug file, kept so that no other one gets its identity, or nil if an index has it.
  private let function: DWARFFunction?
  /// The linkage name in the debug information, or the name without scopes if there is none, or nil if neither is known.
  let recorded: String?
  /// Whether `recorded` is a linkage name.
  let hasLinkageName: Bool
  /// The name to show; empty if the debug information has none.
  let name: String
  /// The linkage name, or nil if it equals `name` or is unknown.
  let linkageName: String?
  /// The symbol in the code of the function that was looked for last, or nil if none was.
  var symbol: FunctionSymbol?

  init(_ recorded: RecordedNames, of function: DWARFFunction?, shown: ShownName) {
    self.function = function
    self.recorded = recorded.linkageName ?? recorded.name
    hasLinkageName = recorded.linkageName != nil
    name = shown.name
    linkageName = shown.linkageName
  }
}

/// What is shown for a name.
struct ShownName {
  /// The name to show; empty for none.
  let name: String
  /// The linkage name, or nil if it equals `name` or is unknown.
  let linkageName: String?
}

/// The names of a function in the debug information.
struct RecordedNames {
  let linkageName: String?
  /// The name without scopes, or nil if there is none.
  let name: String?
  /// The namespaces and types around the function, outermost first, or empty if there is a linkage name.
  let scopes: [String]
}

/// A symbol in the code of a function.
final class FunctionSymbol {
  /// The start of the function.
  let start: LinkAddress?
  /// The link-time addresses that the symbol contains.
  let range: Range<UInt64>
  /// The names that it gives the function, or nil if it is not the mangled form of the function's name.
  let names: ShownName?

  init(start: LinkAddress?, range: Range<UInt64>, names: ShownName?) {
    self.start = start
    self.range = range
    self.names = names
  }
}

/// What debug information says of an address, with names to show. A symbol may still complete that of its function.
struct NamedAnswer {
  /// The functions, innermost first; never empty. If no function contains the address, a single frame with its position.
  var frames: [SourceFrame]
  /// The real function, that of the last frame, or nil if none contains the address.
  let function: FunctionNames?
  /// The start of the real function's range that contains the address.
  let functionStart: LinkAddress?
}
