package import DWARF
package import SymbolModel

/// What is known of the image that the crashed instruction is in.
package struct FaultContext {
  /// The code of the image, or nil if no file has it.
  package var program: ProgramCode?
  /// Where the image begins in the process and in its debug files, or nil if unknown.
  package var bases: (load: RuntimeAddress, text: LinkAddress)?
  /// The link-time address of the function that holds the instruction, or nil if unknown.
  package var functionStart: LinkAddress?
  /// Names variables, one answer per question, or nil without debug information.
  package var ask: (([PointerQuestion]) -> [PointerAnswer?])?

  /// Returns the name of the function that begins at a runtime address, or nil if none is known to.
  package var functionName: ((RuntimeAddress) -> String?)?

  /// Whether memory that holds text is quoted, which may be personal.
  package var quotesText = true

  /// Nothing is known.
  package init() {}

  /// Returns the link-time address of code or data of the image.
  func link(_ address: UInt64) -> LinkAddress? {
    bases.flatMap { bases in RuntimeAddress(address).offset(from: bases.load)?.linkAddress(textBase: bases.text) }
  }

  /// Where the function begins in the process.
  var runtimeStart: UInt64? {
    guard let bases, let offset = functionStart?.offset(from: bases.text) else { return nil }
    return RuntimeAddress(load: bases.load, offset: offset).value
  }
}
