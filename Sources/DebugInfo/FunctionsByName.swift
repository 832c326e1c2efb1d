internal import Demangling
package import ObjectFiles
package import SymbolModel

/// Finds functions by name: by linkage name at once, by demangled name after all names were demangled once.
package final class FunctionsByName {
  private var linked: [String: [SymbolTable.Match]] = [:]
  private var readable: [String: [SymbolTable.Match]]?

  /// The link-time address of the image's start, which the functions' addresses refer to.
  package let textBase: LinkAddress
  /// The extent of the code in bytes from the image's start, or nil without code sections.
  package let codeExtent: UInt64?

  /// Reads the symbols of the files of one image. If files repeat each other's symbols, the one with more contents counts.
  package init(_ files: [ObjectFile]) {
    let ranked = IndexBuilder.ranked(files)
    let textBase = IndexBuilder.textBase(of: files)
    self.textBase = textBase
    let code = ranked.first?.sections.filter { $0.isCode || $0.segment == "__TEXT" } ?? []
    codeExtent = code.compactMap { $0.address.offset(from: textBase)?.value.addingReportingOverflow($0.size).partialValue }.max()
    for file in ranked {
      for match in file.symbolTable().functions {
        let function = match.moved(
          to: (match.start.offset(from: file.textBase) ?? ImageOffset(0)).linkAddress(textBase: textBase))
        if linked[function.name]?.contains(where: { $0.start == function.start }) == true { continue }
        linked[function.name, default: []].append(function)
      }
    }
  }

  /// Returns the functions with a linkage name or demangled name, or none.
  package func functions(named name: String) -> [SymbolTable.Match] {
    if let found = linked[name] { return found }
    // Consoles print Swift's names with or without the linker's underscore.
    if name.hasPrefix("_"), let found = linked[String(name.dropFirst())] { return found }
    return demangled()[name] ?? []
  }

  private func demangled() -> [String: [SymbolTable.Match]] {
    if let readable { return readable }
    var names: [String: [SymbolTable.Match]] = [:]
    for (name, functions) in linked {
      let forms = Set([NameStyle.short, .full].compactMap { Demangler.demangle(name, style: $0) })
      for form in forms { names[form, default: []] += functions }
    }
    readable = names
    return names
  }
}
