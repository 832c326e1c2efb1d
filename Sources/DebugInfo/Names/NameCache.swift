internal import DWARF
internal import Demangling
internal import SymbolModel

/// Turns functions into frames, each function once. Without this cache and that of `FunctionNameReader`, 10,000 addresses take 6
/// (DuckDB) to 22 percent (SQLite) more instructions.
final class NameCache {
  /// The style of all names.
  let style: NameStyle
  private var known: [ObjectIdentifier: FunctionNames] = [:]
  /// Whether a function had an obfuscated name.
  private(set) var sawHiddenName = false

  /// The maximum number of cached functions; then all are dropped.
  private static let limit = 100_000

  /// Knows no names yet.
  init(_ style: NameStyle) { self.style = style }

  /// Returns what is shown for a linkage name.
  func shown(linkage: String) -> ShownName {
    noteHidden(linkage)
    guard let readable = Demangler.demangle(linkage, style: style) else { return ShownName(name: linkage, linkageName: nil) }
    return ShownName(name: readable, linkageName: linkage)
  }

  /// Returns the answer of a debug file with the names of its functions.
  func named(_ answer: DWARFAnswer) -> NamedAnswer {
    let found = answer.frames.span
    var last: FunctionNames?
    let frames = [SourceFrame](capacity: found.count) { frames in
      for index in found.indices {
        last = found[index].function.map { names(of: $0) }
        frames.append(
          SourceFrame(
            function: last?.name ?? "", linkageName: last?.linkageName, file: found[index].file, line: found[index].line,
            column: found[index].column, inlined: index < found.count - 1, approximate: found[index].approximate))
      }
    }
    return NamedAnswer(frames: frames, function: last, functionStart: answer.functionStart)
  }

  private func names(of function: DWARFFunction) -> FunctionNames {
    if let known = known[ObjectIdentifier(function)] { return known }
    if known.count >= Self.limit { known = [:] }
    let recorded = RecordedNames(linkageName: function.linkageName, name: function.name, scopes: function.scopes)
    let names = newNames(recorded, of: function)
    known[ObjectIdentifier(function)] = names
    return names
  }

  /// Returns the names of a function, which the caller keeps.
  func newNames(_ recorded: RecordedNames, of function: DWARFFunction? = nil) -> FunctionNames {
    let shown = recorded.linkageName.map { self.shown(linkage: $0) } ?? ShownName(name: name(recorded), linkageName: nil)
    return FunctionNames(recorded, of: function, shown: shown)
  }

  private func noteHidden(_ name: String) {
    // Most names differ at the second byte.
    let bytes = name.utf8
    guard bytes.first == UInt8(ascii: "_"), bytes.dropFirst().first == UInt8(ascii: "_") else { return }
    if bytes.starts(with: "__hidden#".utf8) { sawHiddenName = true }
  }

  private func name(_ recorded: RecordedNames) -> String {
    let name = recorded.name ?? ""
    noteHidden(name)
    return style == .mangled || name.isEmpty ? name : (recorded.scopes + [name]).joined(separator: "::")
  }
}
