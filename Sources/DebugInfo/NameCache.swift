internal import DWARF
internal import Demangling
internal import SymbolModel

/// Turns functions into frames, each function once. Without this cache and that of `FunctionNameReader`, 10,000 addresses take 6
/// (DuckDB) to 22 percent (SQLite) more instructions.
final class NameCache {
  /// The style of all names.
  let style: NameStyle
  private var known: [ObjectIdentifier: Known] = [:]
  /// Whether a function had an obfuscated name.
  private(set) var sawHiddenName = false

  /// The names of a function, which is kept alive so that no other one gets its identity. An object, so that a lookup copies nothing.
  private final class Known {
    let function: DWARFFunction
    let name: String
    let linkageName: String?
    var symbol: Symbol?

    init(_ function: DWARFFunction, name: String, linkageName: String?) {
      self.function = function
      self.name = name
      self.linkageName = linkageName
    }
  }

  /// A symbol in the code of a function.
  struct Symbol {
    /// The start of the function.
    let start: LinkAddress?
    /// The link-time addresses that the symbol contains.
    let range: Range<UInt64>
    /// The names that it gives the function, or nil if it is not the mangled form of the function's name.
    let names: SourceFrame?
  }

  /// The maximum number of cached functions; then all are dropped.
  private static let limit = 100_000

  /// Knows no names yet.
  init(_ style: NameStyle) { self.style = style }

  /// Returns a frame with the names that a linkage name gives.
  func frame(linkage: String) -> SourceFrame {
    noteHidden(linkage)
    guard let readable = Demangler.demangle(linkage, style: style) else { return SourceFrame(function: linkage) }
    return SourceFrame(function: readable, linkageName: linkage)
  }

  /// Returns a frame with the names of its function.
  func frame(_ frame: DWARFFrame, isInlined: Bool) -> SourceFrame {
    let names = frame.function.map { self.names(of: $0) }
    return SourceFrame(
      function: names?.name ?? "", linkageName: names?.linkageName, file: frame.file, line: frame.line, column: frame.column,
      inlined: isInlined, approximate: frame.approximate)
  }

  /// The symbol that was kept last for a function.
  func symbol(of function: DWARFFunction) -> Symbol? { known[ObjectIdentifier(function)]?.symbol }

  /// Keeps a symbol for a function whose names are known.
  func keep(_ symbol: Symbol, of function: DWARFFunction) { known[ObjectIdentifier(function)]?.symbol = symbol }

  private func names(of function: DWARFFunction) -> Known {
    if let known = known[ObjectIdentifier(function)] { return known }
    let frame = function.linkageName.map { self.frame(linkage: $0) } ?? SourceFrame(function: name(of: function))
    if known.count >= Self.limit { known = [:] }
    let names = Known(function, name: frame.function, linkageName: frame.linkageName)
    known[ObjectIdentifier(function)] = names
    return names
  }

  private func noteHidden(_ name: String) {
    if name.utf8.starts(with: "__hidden#".utf8) { sawHiddenName = true }
  }

  private func name(of function: DWARFFunction) -> String {
    let name = function.name ?? ""
    noteHidden(name)
    return style == .mangled || name.isEmpty ? name : (function.scopes + [name]).joined(separator: "::")
  }
}
