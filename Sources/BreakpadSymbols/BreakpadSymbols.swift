package import Bytes
internal import SymbolModel

/// A symbol file of Breakpad, as `dump_syms` writes them and Electron, Chromium and Mozilla publish them: functions, inlined calls
/// and lines as text, a record a line. Used by one thread at a time. The front of the module `BreakpadSymbols`.
///
/// In: the mapped file and an address, counted from the load address of its image. Out: the function's code, flattened. The file may
/// have hundreds of megabytes: `BreakpadTable` goes over it once and keeps positions, and `BreakpadCode` reads the records of one
/// function when it is asked for.
///
/// The format: https://chromium.googlesource.com/breakpad/breakpad/+/HEAD/docs/symbol_files.md
package final class BreakpadSymbols {
  package let table: BreakpadTable
  private var codes: [Int: BreakpadCode] = [:]
  private var paths: [UInt32: String?] = [:]

  /// The maximum number of functions that are kept; then all are dropped.
  private static let limit = 10_000

  /// Goes over the file.
  package init(_ bytes: ByteSlice) { table = BreakpadTable(bytes) }

  /// Returns the function that contains an address, and its code; nil if none does.
  package func code(at address: UInt64) -> (function: BreakpadTable.Function, code: BreakpadCode)? {
    guard let position = table.function(at: address) else { return nil }
    if let known = codes[position] { return (table.functions[position], known) }
    if codes.count >= Self.limit { codes = [:] }
    let code = BreakpadCode(table.functions[position], of: table)
    codes[position] = code
    return (table.functions[position], code)
  }

  /// Passes each function and its code to `body`, in ascending order.
  package func forEachFunction(_ body: (BreakpadTable.Function, BreakpadCode) -> Void) {
    for function in table.functions { body(function, BreakpadCode(function, of: table)) }
  }

  /// Returns the path of a file by its number, or nil if it has none. Of a path in a repository
  /// (`hg:hg.mozilla.org/mozilla-central:js/src/Interpreter.cpp:e4b11f027efc`), the part in the repository.
  package func path(_ file: UInt32) -> String? {
    if let known = paths[file] { return known }
    let path = table.files[file].map { Self.local(table.text(at: $0)) }.flatMap { $0.isEmpty ? nil : $0 }
    paths[file] = .some(path)
    return path
  }

  private static func local(_ path: String) -> String {
    let parts = path.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, ["hg", "git", "s3", "svn", "cvs"].contains(parts[0]), !parts[2].isEmpty else { return path }
    return String(parts[2])
  }
}
