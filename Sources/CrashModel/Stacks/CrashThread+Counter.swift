package import SymbolModel

extension CrashThread {
  /// The program counter, or nil if the report does not have it.
  package var programCounter: RuntimeAddress? {
    registers.first { ["pc", "rip", "eip"].contains($0.name.lowercased()) }.map { RuntimeAddress($0.value) }
  }
}
