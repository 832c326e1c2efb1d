internal import Bytes
internal import SymbolModel
internal import Synchronization
internal import System

/// A dyld shared cache: the libraries of one build of an Apple system, linked into a few large files. The front of the module
/// `SharedCache`, which reads caches on any system and writes nothing.
///
/// In: the path of the main file (`dyld_shared_cache_arm64e`); the others are found beside it. Out: the `images`, and with
/// `symbols(of:)` the names of the functions of each, in ascending order. The files are mapped, and pages that were read are given
/// back, so that memory stays far below the size of the cache.
///
/// - `CacheFile`, `CacheHeader`, `CacheMapping`: one file. `AddressMap`: the mappings of all.
/// - `ImageHeader`: the Mach-O header of an image in the cache. `CacheLocals`: the names that are not in the images.
/// - `SymbolScan`: the names of one image. `ExportsTrie`: its exports.
///
/// Example: `try SharedCache(path: "System/Library/Caches/com.apple.dyld/dyld_shared_cache_arm64e").images.count`.
package final class SharedCache: Sendable {
  /// The path of the main file.
  package let path: String
  /// The header of the main file.
  package let header: CacheHeader
  /// The address of the cache's first mapping: distances in the cache count from here.
  package let base: UInt64
  /// The exclusive end of the last mapping.
  package let end: UInt64
  /// The images in ascending order of address, each address once.
  package let images: [CacheImage]
  /// The problems with the files, as messages that name them.
  package let problems: [String]
  /// Whether names are missing because a file of the cache is: the local symbols.
  package let lacksLocals: Bool

  let files: [CacheFile]
  let map: AddressMap
  let locals: CacheLocals?
  let pages: TouchedPages
  /// Notes what is read, or nil.
  let log: ReadLog?
  let budget: NameBudget

  /// Opens a cache by its main file. Other files that are listed and missing are reported in `problems`, because most hold no
  /// names. Throws if the main file cannot be read or is not a main file.
  package convenience init(path: String) throws(SharedCacheError) { try self.init(path: path, log: nil) }

  /// Does the same, and notes in `log` which tables are read.
  init(path: String, log: ReadLog?) throws(SharedCacheError) {
    self.path = path
    self.log = log
    guard CacheSearch.isMain(path) else {
      throw SharedCacheError(.withoutMain, "it is part of a shared cache; the main file is \(CacheSearch.mainPath(of: path))")
    }
    let main = try CacheFile(path: path)
    header = main.header
    guard let base = main.mappings.first?.address else { throw SharedCacheError(.damaged, "it has no mappings") }
    var others = CacheFiles(main)
    images = try ImageList.read(main)
    files = [main] + others.files
    map = AddressMap(files.map(\.mappings))
    for file in Set(map.overlapping).sorted() {
      others.problems.append("\(files[file].path): mappings overlap those of other files; the first ones are used")
    }
    for file in files { others.problems += file.problems.map { "\(file.path): \($0)" } }
    self.base = base
    end = map.elements.last?.mapping.end ?? base
    locals = others.locals(main, images: images.count)
    lacksLocals = locals == nil && (header.symbolFileID != nil || others.symbolsAreDamaged)
    locals?.problem.map { others.problems.append("\(path): \($0)") }
    problems = others.problems
    let all = files + [others.symbols].compactMap { $0 }
    pages = TouchedPages(all.compactMap(\.bytes.mapping))
    budget = NameBudget(bytes: all.reduce(0) { $0 + $1.bytes.count })
    symbolFile = others.symbols
  }

  private let symbolFile: CacheFile?

  /// The sizes of all files together, in bytes.
  package var size: Int { (files + [symbolFile].compactMap { $0 }).reduce(0) { $0 + $1.bytes.count } }

  /// Whether a file was changed or cut off after it was opened, so that names may be wrong.
  package var hasChanged: Bool { files.contains(where: \.hasChanged) || symbolFile?.hasChanged == true }

  /// The ranges of stub islands: code in no image that jumps to other images.
  package var stubs: [Range<UInt64>] {
    map.elements.filter(\.mapping.isStubs).map { $0.mapping.address..<$0.mapping.end }
  }

  /// Returns the bytes from an address to the end of its mapping, with their file, or nil if no mapping holds it.
  func bytes(at address: UInt64) -> (bytes: ByteSlice, file: CacheFile)? {
    guard let element = map.element(at: address) else { return nil }
    let (mapping, file) = (element.mapping, files[element.file])
    let distance = address - mapping.address
    guard let bytes = try? file.bytes.slice(at: mapping.fileOffset + distance, count: mapping.size - distance) else { return nil }
    return (bytes, file)
  }
}

/// The lists of images in the main file.
enum ImageList {
  /// No cache has more images; the largest of 2026 have 4,100.
  private static let limit: UInt64 = 1 << 16
  private static let pathLimit = 4096

  /// Returns the images in ascending order of address, each address once: old caches list aliases. Throws if a list is outside
  /// the file.
  static func read(_ file: CacheFile) throws(SharedCacheError) -> [CacheImage] {
    let (texts, images) = (file.header.imageTexts, file.header.images)
    guard max(texts.count, images.count) <= limit else {
      throw SharedCacheError(.damaged, "it counts \(max(texts.count, images.count)) images; no cache has more than \(limit)")
    }
    var found: [CacheImage] = []
    do throws(ByteError) {
      let table = try file.bytes.slice(at: texts.offset, count: 32 * texts.count)
      for record in stride(from: 0, to: table.count, by: 32) {
        found.append(
          CacheImage(
            id: table.uuid(at: record), address: try table.load(UInt64.self, at: record + 16),
            textSize: UInt64(try table.load(UInt32.self, at: record + 24)),
            path: path(file, at: Int(try table.load(UInt32.self, at: record + 28)))))
      }
    } catch {
      throw SharedCacheError("its list of images is outside the file", error)
    }
    let sorted = found.enumerated().sorted { ($0.element.address, $0.offset) < ($1.element.address, $1.offset) }.map(\.element)
    return sorted.indices.filter { $0 == 0 || sorted[$0].address != sorted[$0 - 1].address }.map { sorted[$0] }
  }

  /// Returns a path, or an empty one if it is outside the file or does not end.
  private static func path(_ file: CacheFile, at offset: Int) -> String {
    guard file.bytes.zero(from: offset, limit: pathLimit) != nil else { return "" }
    return file.bytes.cString(at: offset, limit: pathLimit) ?? ""
  }
}
