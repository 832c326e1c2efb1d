internal import BreakpadSymbols
internal import ObjectFiles
internal import SymbolModel
internal import Synchronization

/// The function symbols of all files of an image, each read when it is asked for. Any number of threads may ask.
final class FileSymbols: Sendable {
  /// What was read of one file so far.
  private struct Tables: Sendable {
    var whole: SymbolTable?
    /// The symbols around single addresses. A list: with a dictionary, one address takes 6 percent more instructions.
    var around: [(address: LinkAddress, table: SymbolTable)] = []
  }

  private let files: [ObjectFile]
  /// The table of the symbol file of Breakpad that answers, and the position of the file.
  private let breakpad: (position: Int, table: BreakpadTable)?
  private let textBase: LinkAddress
  private let tables: Mutex<[Tables]>

  /// Takes the files of an image, best contents first.
  init(_ files: [ObjectFile], breakpad: (position: Int, table: BreakpadTable)?, textBase: LinkAddress) {
    self.files = files
    self.breakpad = breakpad
    self.textBase = textBase
    tables = Mutex(Array(repeating: Tables(), count: files.count))
  }

  /// Returns the named symbol that contains an address of the image, from the first file that has one. Reads all symbols of a file, unless it is
  /// one of few addresses.
  func find(_ address: LinkAddress, ofFew: Bool) -> SymbolTable.Match? {
    for position in files.indices {
      let base = files[position].textBase
      let moved = address.rebased(from: textBase, to: base)
      guard let match = table(position, around: ofFew ? moved : nil).find(moved) else { continue }
      guard base != textBase, let offset = match.start.offset(from: base) else { return match }
      return match.moved(to: offset.linkAddress(textBase: textBase))
    }
    return nil
  }

  private func table(_ position: Int, around address: LinkAddress?) -> SymbolTable {
    tables.withLock { tables in
      if let whole = tables[position].whole { return whole }
      if let address, breakpad?.position != position, !files[position].hasMiniDebugInfo {
        if let known = tables[position].around.first(where: { $0.address == address }) { return known.table }
        let table = files[position].symbolTable(around: address)
        tables[position].around.append((address, table))
        return table
      }
      let whole = breakpad.flatMap { $0.position == position ? SymbolTable($0.table) : nil } ?? files[position].symbolTable()
      tables[position].whole = whole
      return whole
    }
  }
}

extension LinkAddress {
  /// Returns the address in a file whose text begins elsewhere; addresses before the text stay as they are.
  func rebased(from base: LinkAddress, to other: LinkAddress) -> LinkAddress {
    guard other != base, let offset = offset(from: base) else { return self }
    return offset.linkAddress(textBase: other)
  }
}
