internal import Bytes
internal import ObjectFiles
internal import SourceBundles
internal import SourceMaps
internal import SymbolModel
internal import System

/// A file that may be added, read from its headers.
struct StoreCandidate: Sendable {
  /// The path of the contents.
  let path: String
  /// One record per ID, without what the store decides.
  var records: [StoreRecord] = []

  /// Reads the headers. `source` and `modified` replace the file's own if it comes from an archive. Throws if the file cannot be
  /// read, is not an object file or is damaged.
  init(reading path: String, source: String? = nil, modified: Int64? = nil) throws(StoreError) {
    self.path = path
    let memory: MappedMemory
    do throws(SystemError) { memory = try MappedMemory(path: path) } catch { throw StoreError(error, reading: path) }
    let bytes = ByteSlice(memory)
    let slices: [ObjectFile]
    do throws(ObjectFileError) {
      slices = try ObjectFile.read(bytes, path: path)
    } catch {
      if error.isForeign, source == nil, StoredSourceMap.mayBeMap(path) {
        try readMap(bytes)
        return
      }
      if error.isForeign, source == nil, StoredSourceBundle.isNamed(path) {
        try readBundle(bytes)
        return
      }
      throw error.isForeign
        ? StoreError(
          .foreign, "\(source ?? path): not a debug file: \(Self.isSymbolMap(path) ? BitcodeSymbolMap.explanation : "\(error)")")
        : StoreError(.unreadable, "\(source ?? path): damaged: \(error)")
    }
    let key = Self.key(of: bytes)
    let origin = source ?? FileSystem.absolute(path)
    let name = DebugFile.imageNames(ofPath: origin)[0]
    let date = modified ?? FileSystem.status(path)?.modified ?? 0
    for slice in slices where slice.kind != .object {
      guard let id = slice.id, !records.contains(where: { $0.id == id }) else { continue }
      records.append(
        StoreRecord(
          slice, id: id, key: key, name: name, place: .stored(Path.lastComponent(of: origin)), size: bytes.count, modified: date,
          source: origin))
    }
    guard !records.isEmpty, source == nil else { return }
    let bundle: BundleInfo
    do throws(SystemError) { bundle = try BundleInfo.recorded(around: origin) } catch {
      throw StoreError(error, reading: error.path ?? path)
    }
    let system = SystemBuild(around: origin)
    for position in records.indices { (records[position].bundle, records[position].system) = (bundle, system) }
  }

  private static func isSymbolMap(_ path: String) -> Bool {
    BitcodeSymbolMap.begins((try? FileSystem.beginning(of: path, limit: 64)) ?? [])
  }

  private mutating func readMap(_ bytes: ByteSlice) throws(StoreError) {
    do throws(SourceMapFile.Failure) {
      guard let id = try StoredSourceMap.id(ofMap: path) else { return }
      let modified = FileSystem.status(path)?.modified ?? 0
      records = [
        StoreRecord(
          .sourceMap, id: id, key: Self.key(of: bytes), size: bytes.count, modified: modified, source: FileSystem.absolute(path))
      ]
    } catch {
      throw StoreError(.unreadable, "\(path): not a usable source map: \(error)")
    }
  }

  private mutating func readBundle(_ bytes: ByteSlice) throws(StoreError) {
    let ids: [ImageID]
    do throws(SourceBundle.Failure) { ids = try StoredSourceBundle.ids(ofBundle: path) } catch {
      throw StoreError(.unreadable, "\(path): \(error.reason)")
    }
    let (source, modified) = (FileSystem.absolute(path), FileSystem.status(path)?.modified ?? 0)
    let key = Self.key(of: bytes)
    records = ids.map { id in
      StoreRecord(
        .sourceBundle, id: id, key: key, size: bytes.count, modified: modified, source: source)
    }
  }

  /// Returns a hash of the size and of 64 kB from either end.
  private static func key(of bytes: ByteSlice) -> String {
    let part = min(bytes.count, 1 << 16)
    var hash = ContentHash(seed: UInt64(bytes.count))
    for start in [0, bytes.count - part] {
      if let piece = try? bytes.slice(at: start, count: part) { hash.add(piece) }
    }
    return hash.hex
  }
}
