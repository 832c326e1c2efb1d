internal import SourceMaps
internal import SymbolModel
internal import System

/// Source maps as files of a store, which finds them by their debug ID.
enum StoredSourceMap {
  /// Returns whether a file may be a source map: its name ends in `.map`, and it begins like JSON.
  static func mayBeMap(_ path: String) -> Bool {
    guard path.hasSuffix(".map"), let start = try? FileSystem.beginning(of: path, limit: 64) else { return false }
    let first = start.first { $0 > 0x20 && $0 < 0x80 }
    return first == UInt8(ascii: "{") || start.starts(with: ")]}'".utf8)
  }

  /// Returns the debug ID of a map or of the bundle beside it, or nil if neither has one. Throws if the map cannot be used.
  static func id(ofMap path: String) throws(SourceMapFile.Failure) -> ImageID? {
    try SourceMapFile(path: path, cache: nil).debugID.flatMap { ImageID(parsing: $0) }
  }

  /// Returns the reason why a map cannot be used, or nil if it can.
  static func flaw(ofMap path: String) -> String? {
    do throws(SourceMapFile.Failure) {
      _ = try SourceMapFile(path: path, cache: nil)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
