internal import BreakpadSymbols
internal import Bytes
internal import DWARF
package import ObjectFiles
internal import SymbolIndex
package import SymbolModel
internal import System

/// Builds the index of one image from its debug files.
package enum IndexBuilder {
  /// Returns a number that changes if one of the files does: from their sizes, times and kinds of contents, in order of rank.
  package static func fingerprint(of files: [ObjectFile]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for file in ranked(files) {
      for value in [
        UInt64(file.bytes.count), UInt64(file.contentRank.rawValue), UInt64(bitPattern: file.modified), file.textBase.value,
      ] {
        hash = (hash ^ value) &* 0x100_0000_01b3
      }
    }
    return hash
  }

  /// Returns the parts of the index file, or nil if the image cannot have one: it has neither debug information nor symbols, it
  /// is larger than 4 GB, or several of its files have debug information, which only a search of the files merges. Throws if a
  /// file is damaged, because the index would hide that, or changed meanwhile.
  package static func build(_ files: [ObjectFile], jobs: Int) throws(ObjectFileError) -> [[UInt8]]? {
    let files = ranked(files)
    guard let first = files.first, files.filter(\.hasDWARF).count <= 1 else { return nil }
    let symbols = IndexSymbols.merged(files, textBase: first.textBase)
    var assembly = IndexAssembly(textBase: first.textBase.value)
    if first.hasDWARF {
      let session = try DWARFSession(first, companions: DebugCompanions(of: first))
      assembly = assembly.adding(session, jobs: jobs)
      if session.hasLostPages { throw ObjectFileError(.changed) }
      if let damage = first.truncatedSection ?? session.damage { throw ObjectFileError(.malformed(damage)) }
      // Only the files report what is missing.
      guard session.missingSplitFiles.isEmpty, session.unitCount > 0 else { return nil }
    } else if first.container == .breakpad {
      let breakpad = BreakpadSymbols(first.bytes)
      if let damage = breakpad.table.damage { throw ObjectFileError(.malformed(damage)) }
      assembly.add(breakpad)
    }
    guard assembly.hasContents || !symbols.isEmpty else { return nil }
    return assembly.finish(
      fingerprint: fingerprint(of: files), isELF: files.contains { $0.container == .elf }, symbols: symbols)
  }

  /// Returns the link-time address that corresponds to the load address of the image with these files: that of the best of them.
  package static func textBase(of files: [ObjectFile]) -> LinkAddress { ranked(files).first?.textBase ?? LinkAddress(0) }

  /// The message about a file that `hasChanged`.
  static let changed = "\(ObjectFileError(.changed))"

  /// Returns whether one of the files is not what it was when it was opened.
  static func hasChanged(_ files: [ObjectFile]) -> Bool { files.contains { $0.bytes.mapping?.hasChanged ?? false } }

  static func ranked(_ files: [ObjectFile]) -> [ObjectFile] { files.sorted { $0.contentRank > $1.contentRank } }
}

/// The function symbols of all files of an image, as offsets from its text base.
private enum IndexSymbols {
  /// Returns the symbols of the first file, and of each further file those for code that no earlier file names.
  static func merged(_ files: [ObjectFile], textBase: LinkAddress) -> [SymbolIndex.Symbol] {
    var result: [SymbolIndex.Symbol] = []
    for file in files {
      let own = symbols(of: file)
      guard !result.isEmpty else {
        result = own
        continue
      }
      let known = result
      let further = own.filter { symbol in
        let position = known.partitionPoint { $0.start > symbol.start } - 1
        return position < 0 || known[position].end <= symbol.start
      }
      if !further.isEmpty { result = (result + further).sorted { $0.start < $1.start } }
    }
    return result
  }

  private static func symbols(of file: ObjectFile) -> [SymbolIndex.Symbol] {
    file.symbolTable().functions.compactMap { function in
      guard let start = function.start.offset(from: file.textBase).flatMap({ UInt32(exactly: $0.value) }),
        let end = function.end.offset(from: file.textBase).map({ UInt32(clamping: $0.value) })
      else { return nil }
      return SymbolIndex.Symbol(start: start, end: end, name: function.name)
    }
  }
}
