package import SymbolModel

/// Describes debug files: the output of `symbolicate inspect` for them.
package enum DebugFileText {
  /// Returns the lines for one file, without line ends: the file, then a line for every architecture. `size` formats a number of
  /// bytes.
  package static func lines(_ file: DebugFileSummary, size: (Int) -> String) -> [String] {
    let build = file.build.map { "(\($0))" }
    let app = [file.bundleID, file.version, build].compactMap { $0 }.joined(separator: " ")
    let title = [kind(of: file), file.size.map(size), app.isEmpty ? nil : app].compactMap { $0 }
    let heads = file.slices.map { "\(id(of: $0)) (\($0.architecture?.name ?? "unknown architecture"))" }
    let width = heads.map(\.utf8.count).max() ?? 0
    var lines = ["\(file.path): \(title.joined(separator: ", "))"]
    for (head, slice) in zip(heads, file.slices) {
      lines.append("  " + head.padded(to: width) + "  " + contents(of: slice))
    }
    return lines
  }

  /// `DWARF 5 (7 units), 23 symbols, not indexed`, and further notes.
  private static func contents(of slice: DebugFileSummary.Slice) -> String {
    var parts = [debugInformation(of: slice)]
    if let symbols = symbols(of: slice) { parts.append(symbols) }
    parts.append(slice.isIndexed ? "indexed" : "not indexed")
    if slice.isStored { parts.append("in the store") }
    var text = parts.joined(separator: ", ")
    if let companion = slice.companion { text += "; its debug file is \(companion)" }
    if let damage = slice.damage { text += "; damaged: \(damage)" }
    return text
  }

  /// `Mach-O debug file`, `ELF library`.
  private static func kind(of file: DebugFileSummary) -> String? {
    guard let slice = file.slices.first, !slice.container.isEmpty else { return nil }
    let kind = slice.kind == "debugCompanion" ? "debug file" : slice.kind == "other" ? "file" : slice.kind
    return "\(slice.container) \(kind)"
  }

  /// Returns the ID as the format's own tools print it.
  private static func id(of slice: DebugFileSummary.Slice) -> String {
    let isELF = slice.container == "ELF"
    if slice.container == "Breakpad" { return slice.id.map { "ID: \($0)" } ?? "no ID" }
    guard let id = slice.id else { return isELF ? "no build ID" : "no UUID" }
    return isELF ? "build ID: \(id.hex)" : "UUID: \(id)"
  }

  private static func debugInformation(of slice: DebugFileSummary.Slice) -> String {
    if let functions = slice.functions { return "lines of \(NumberFormat.counted(functions, "function"))" }
    guard slice.hasDWARF else { return "no debug information" }
    let versions = slice.versions.map(String.init).joined(separator: " and ")
    let name = versions.isEmpty ? "DWARF" : "DWARF \(versions)"
    guard slice.units > 0 else { return slice.isSplit ? "split DWARF" : name }
    return "\(name) (\(NumberFormat.counted(slice.units, "unit"))\(slice.isSplit ? ", split" : ""))"
  }

  private static func symbols(of slice: DebugFileSummary.Slice) -> String? {
    guard let count = slice.symbols else { return nil }
    guard count > 0 else { return "no symbols" }
    return NumberFormat.counted(count, slice.isExportsOnly ? "export" : "symbol")
  }
}
