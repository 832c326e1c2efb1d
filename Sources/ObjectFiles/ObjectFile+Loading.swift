internal import BreakpadSymbols
package import Bytes
package import SymbolModel
internal import System

extension ObjectFile {
  /// Maps the file at `path` and reads the headers of all its slices: several for a fat Mach-O file, one otherwise. Throws if the
  /// file cannot be read or is not an object file. A damaged slice of a fat file is skipped if another one can be read.
  package static func load(path: String) throws(ObjectFileError) -> [ObjectFile] {
    let memory: MappedMemory
    do throws(SystemError) {
      memory = try MappedMemory(path: path)
    } catch {
      throw ObjectFileError(error)
    }
    let modified = FileSystem.status(path)?.modified ?? 0
    return try read(ByteSlice(memory), path: path).map { slice in
      var file = slice
      file.modified = modified
      return file
    }
  }

  /// Reads the headers of all slices of a file that is already in memory.
  package static func read(_ bytes: ByteSlice, path: String) throws(ObjectFileError) -> [ObjectFile] {
    guard let magic = try? bytes.load(UInt32.self, at: 0, bigEndian: true) else { throw ObjectFileError(.notAnObjectFile) }
    switch magic {
    case ELF.magic: return [try ELFReader.read(bytes, path: path)]
    case let thin where MachO.Magic.thin.contains(thin): return [try MachOReader.read(bytes, path: path)]
    case MachO.Magic.fat, MachO.Magic.fatWide: return try readFat(bytes, path: path, is64Bit: magic == MachO.Magic.fatWide)
    default: return try readBreakpad(bytes, path: path)
    }
  }

  /// Reads the header of a symbol file of Breakpad. One that has several IDs is returned as often. Throws if it is none.
  static func readBreakpad(_ bytes: ByteSlice, path: String) throws(ObjectFileError) -> [ObjectFile] {
    guard let header = BreakpadHeader(bytes) else { throw ObjectFileError(.notAnObjectFile) }
    let ids = header.ids.isEmpty ? [nil] : header.ids.map { ImageID?.some($0) }
    return ids.map { id in
      ObjectFile(
        path: path, container: .breakpad, kind: .debugCompanion, id: id, architecture: header.architecture,
        is64Bit: header.architecture?.is64Bit ?? true, isBigEndian: false, textBase: LinkAddress(0), sections: [], bytes: bytes,
        symbolSource: .breakpad, functionStartsRange: nil)
    }
  }

  /// mach-o/fat.h: a big-endian header, then one entry per slice.
  private static func readFat(_ bytes: ByteSlice, path: String, is64Bit: Bool) throws(ObjectFileError) -> [ObjectFile] {
    let count = try reading("fat header") { () throws(ByteError) in try bytes.load(UInt32.self, at: 4, bigEndian: true) }
    guard count > 0, count < MachO.slicesLimit else { throw ObjectFileError(.notAnObjectFile) }
    var slices: [ObjectFile] = []
    var failure: ObjectFileError?
    for index in 0..<Int(count) {
      do throws(ObjectFileError) {
        let slice = try reading("fat header, slice \(index)") { () throws(ByteError) in
          let entry = MachO.Size.fatHeader + index * MachO.Size.fatEntry(is64Bit: is64Bit)
          if is64Bit {
            return try bytes.slice(
              at: bytes.load(UInt64.self, at: entry + 8, bigEndian: true),
              count: bytes.load(UInt64.self, at: entry + 16, bigEndian: true))
          }
          return try bytes.slice(
            at: UInt64(bytes.load(UInt32.self, at: entry + 8, bigEndian: true)),
            count: UInt64(bytes.load(UInt32.self, at: entry + 12, bigEndian: true)))
        }
        slices.append(try MachOReader.read(slice, path: path))
      } catch {
        failure = failure ?? error
      }
    }
    if slices.isEmpty, let failure { throw failure }
    return slices
  }
}
