internal import DWARF
internal import SymbolModel

/// The names of a function as they are shown, made once. An object, so that a frame that takes them copies nothing else; it keeps the
/// function alive, so that no other one gets its identity. Used by one thread at a time.
final class FunctionNames {
  /// The function, with its names in the debug information.
  let function: DWARFFunction
  /// The name to show; empty if the debug information has none.
  let name: String
  /// The linkage name, or nil if it equals `name` or is unknown.
  let linkageName: String?
  /// The symbol in the code of the function that was looked for last, or nil if none was.
  var symbol: FunctionSymbol?

  init(_ function: DWARFFunction, name: String, linkageName: String?) {
    self.function = function
    self.name = name
    self.linkageName = linkageName
  }
}

/// A symbol in the code of a function.
final class FunctionSymbol {
  /// The start of the function.
  let start: LinkAddress?
  /// The link-time addresses that the symbol contains.
  let range: Range<UInt64>
  /// The names that it gives the function, or nil if it is not the mangled form of the function's name.
  let names: SourceFrame?

  init(start: LinkAddress?, range: Range<UInt64>, names: SourceFrame?) {
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
