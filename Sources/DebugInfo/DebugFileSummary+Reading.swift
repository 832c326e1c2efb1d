internal import BreakpadSymbols
internal import DWARF
package import ObjectFiles
package import SymbolModel

extension DebugFileSummary.Slice {
  /// Reads what a slice holds: headers, the root entry of every unit, and the symbol table.
  package init(reading file: ObjectFile) {
    self.init()
    id = file.id
    architecture = file.architecture
    size = file.bytes.count
    container = file.container.rawValue
    kind = file.kind.rawValue
    isSplit = file.debugSection("info.dwo") != nil
    hasDWARF = file.hasDWARF || isSplit
    if file.hasDWARF { readDWARF(of: file) }
    if file.container == .breakpad {
      let table = BreakpadTable(file.bytes)
      (functions, symbols, damage) = (table.functions.count, table.symbols.count, table.damage)
      return
    }
    symbols = file.hasSymbols ? file.symbolTable().count : 0
    isExportsOnly = file.hasDWARF ? file.exportsOnly : file.contentRank == .exports
    damage = damage ?? file.truncatedSymbols
  }

  private mutating func readDWARF(of file: ObjectFile) {
    do throws(ObjectFileError) {
      let session = try DWARFSession(file)
      versions = session.versions
      units = session.unitCount
      isSplit = session.isSplit
      damage = session.damage
    } catch {
      damage = error.description
    }
  }
}
