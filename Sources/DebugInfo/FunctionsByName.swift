import Demangling
import ObjectFiles

/// Finds functions by their names: those of the linker at once, those shown to people after all names were demangled once.
final class FunctionsByName {
  private var linked: [String: [SymbolTable.Match]] = [:]
  private var readable: [String: [SymbolTable.Match]]?

  /// Takes the functions of one image, one element a file; of files that repeat each other's, the first counts.
  init(_ files: [[SymbolTable.Match]]) {
    for functions in files {
      for function in functions where linked[function.name]?.contains(where: { $0.start == function.start }) != true {
        linked[function.name, default: []].append(function)
      }
    }
  }

  /// The functions of a name; empty when there is none.
  func functions(named name: String) -> [SymbolTable.Match] {
    if let found = linked[name] { return found }
    // Consoles print Swift's names with or without the underscore of the linker.
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
