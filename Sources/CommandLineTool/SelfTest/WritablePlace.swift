internal import System

/// A directory in which the program keeps files.
enum WritablePlace {
  /// Returns the path and whether files can be written there.
  static func words(_ path: String?) -> String {
    guard let path else { return "none: neither its variable nor a home directory is known" }
    if let status = FileSystem.status(path) {
      guard status.kind == .directory else { return "\(path) (not a directory)" }
      return "\(path) (\(FileSystem.isWritable(folder: path) ? "writable" : "not writable"))"
    }
    var parent = Path.parent(of: path)
    while FileSystem.status(parent) == nil, parent != "/", parent != "." { parent = Path.parent(of: parent) }
    return
      "\(path) (not there yet; \(FileSystem.isWritable(folder: parent) ? "can be made" : "cannot be made: \(parent) is not writable"))"
  }
}
