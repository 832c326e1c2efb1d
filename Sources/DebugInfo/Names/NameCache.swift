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

  /// Returns a frame with the names that a linkage name gives.
  func frame(linkage: String) -> SourceFrame {
    noteHidden(linkage)
    guard let readable = Demangler.demangle(linkage, style: style) else { return SourceFrame(function: linkage) }
    return SourceFrame(function: readable, linkageName: linkage)
  }

  /// Returns the answer of a debug file with the names of its functions.
  func named(_ answer: DWARFAnswer) -> NamedAnswer {
    var (frames, last) = ([SourceFrame](), FunctionNames?.none)
    frames.reserveCapacity(answer.frames.count)
    let found = answer.frames.span
    for index in found.indices {
      last = found[index].function.map { names(of: $0) }
      frames.append(
        SourceFrame(
          function: last?.name ?? "", linkageName: last?.linkageName, file: found[index].file, line: found[index].line,
          column: found[index].column, inlined: index < found.count - 1, approximate: found[index].approximate))
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
    let frame = recorded.linkageName.map { self.frame(linkage: $0) } ?? SourceFrame(function: name(recorded))
    return FunctionNames(recorded, of: function, shown: frame)
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
