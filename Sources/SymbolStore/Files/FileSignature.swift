internal import ObjectFiles
internal import System

/// Recognizes files by their first bytes.
enum FileSignature {
  /// Returns whether a regular file is a Mach-O or ELF file, whole or damaged.
  static func isObjectFile(_ path: String) -> Bool {
    do throws(ObjectFileError) {
      return try !ObjectFile.load(path: path).isEmpty
    } catch {
      switch error.kind {
      case .notAnObjectFile, .unreadable, .failed, .changed, .outOfMemory: return false
      case .truncated, .malformed, .compression: return true
      }
    }
  }
}
