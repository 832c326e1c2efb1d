internal import Bytes
internal import SymbolModel
internal import System

/// The files of a cache besides the main one, as the main file lists them (`dyld_subcache_entry`).
struct CacheFiles {
  /// The subcaches that are there and belong to the main file.
  private(set) var files: [CacheFile] = []
  /// The file with the local symbols, or nil.
  private(set) var symbols: CacheFile?
  /// Whether a file with local symbols is there and cannot be used.
  private(set) var symbolsAreDamaged = false
  /// The problems so far, as messages that name the file.
  var problems: [String] = []

  private let folder: String
  private let realFolder: String?

  /// No cache has more; those of iOS 27 have 77.
  private static let limit: UInt64 = 512

  /// Opens all files that the main file lists and that are beside it.
  init(_ main: CacheFile) {
    folder = Path.parent(of: main.path).isEmpty ? "." : Path.parent(of: main.path)
    realFolder = FileSystem.realPath(folder)
    let leaf = Path.lastComponent(of: main.path)
    let stem = leaf.hasSuffix(".development") ? String(leaf.dropLast(".development".utf8.count)) : leaf
    readSubcaches(main, named: main.header.cacheType == 2 ? stem : leaf)
    if let id = main.header.symbolFileID { openSymbols(stem + ".symbols", id) }
  }

  private mutating func readSubcaches(_ main: CacheFile, named name: String) {
    let (offset, count) = main.header.subcaches
    let size: UInt64 = main.header.hasSuffixes ? 56 : 24
    guard count <= Self.limit, let table = try? main.bytes.slice(at: offset, count: size * count) else {
      problems.append("\(main.path): its list of \(count) subcaches is damaged")
      return
    }
    for position in 0..<Int(count) {
      let record = position * Int(size)
      var suffix = ".\(position + 1)"
      if main.header.hasSuffixes {
        guard let text = try? table.slice(at: record + 24, count: 32).cString(at: 0), text != "unset" else { continue }
        suffix = text
      }
      guard Self.isSuffix(suffix) else {
        problems.append("\(main.path): subcache \(position + 1) has the suffix '\(suffix)', which no cache has")
        continue
      }
      if let file = open(name + suffix, table.uuid(at: record)) { files.append(file) }
    }
  }

  /// Suffixes come from the file: they must not lead to another directory.
  private static func isSuffix(_ text: String) -> Bool {
    text.hasPrefix(".") && !text.contains("..") && text.utf8.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: "/") }
  }

  private mutating func openSymbols(_ name: String, _ id: ImageID) {
    let isThere = FileSystem.status(Path.join(folder, name)) != nil
    symbols = open(name, id)
    symbolsAreDamaged = isThere && symbols == nil
  }

  /// Opens a listed file and compares its UUID. Returns nil, and notes why, if it cannot be used.
  private mutating func open(_ name: String, _ id: ImageID?) -> CacheFile? {
    let path = Path.join(folder, name)
    guard let status = FileSystem.status(path) else {
      problems.append("\(path): missing, although the main file lists it")
      return nil
    }
    guard let real = FileSystem.realPath(path), let realFolder, real.hasPrefix(realFolder + "/") || realFolder == "/" else {
      problems.append("\(path): a link that leads out of its directory is not followed")
      return nil
    }
    do throws(SharedCacheError) {
      let file = try CacheFile(path: path)
      guard id == nil || file.header.id == id else {
        problems.append("\(path): it belongs to another cache: its UUID is not the one that the main file lists")
        return nil
      }
      return file
    } catch {
      problems.append("\(path): \(Self.explanation(error, size: status.size))")
      return nil
    }
  }

  /// Copies from IPSW images are often the compressed form of the file system (LZBITMAP), of which some tools show 16 bytes.
  private static func explanation(_ error: SharedCacheError, size: Int) -> String {
    guard error.kind == .foreign || size < 0x68 else { return error.description }
    return "not the file that the main file lists (\(size) bytes without its magic number): IPSW images keep it compressed, and "
      + "this copy was not decompressed; copy it on a Mac, with 'ipsw extract --dyld', or from a device"
  }

  /// Returns the local symbols: those of the file for them, else those of the main file, or nil if there are none. Notes why
  /// existing ones cannot be used.
  mutating func locals(_ main: CacheFile, images: Int) -> CacheLocals? {
    let file = symbols ?? main
    guard file.header.locals.size > 0 else {
      if symbols != nil { noteNoLocals(file.path, "it has no local symbols") }
      return nil
    }
    do throws(SharedCacheError) {
      let name = main.header.architecture.name
      return try CacheLocals(
        file, imageCount: images, is64Bit: !["armv7k", "arm64_32", "armv7", "armv7s", "i386"].contains(name))
    } catch {
      noteNoLocals(file.path, error.description)
      return nil
    }
  }

  private mutating func noteNoLocals(_ path: String, _ problem: String) {
    symbolsAreDamaged = true
    problems.append("\(path): \(problem)")
  }
}
