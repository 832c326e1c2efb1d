internal import Archives
internal import SourceMaps
internal import System

/// A bundle of JavaScript in a build: what React Native's packager and Hermes' compiler leave in an app.
package struct ScriptBundle: Sendable {
  /// The path; for a file of an archive, the archive's path, a slash and the name inside.
  package let path: String
  /// The debug ID in the bundle's last lines, 32 lower-case hexadecimal digits; nil if there is none.
  package let debugID: String?
  /// Whether it is Hermes' bytecode.
  package let isBytecode: Bool

  private init(_ path: String, head: [UInt8], tail: [UInt8]) {
    self.path = path
    isBytecode = head.starts(with: Self.magic)
    debugID = isBytecode ? nil : DebugID.ofBundle(tail)
  }

  /// The first bytes of Hermes' bytecode: `MAGIC` in hermes/BCGen/HBC/BytecodeFileFormat.h, little-endian.
  private static let magic: [UInt8] = [0xc6, 0x1f, 0xbc, 0x03, 0xc1, 0x03, 0x19, 0x1f]

  /// Returns the bundles in a directory and below it, in a zip or tar file, or the file itself, in the order of their paths.
  package static func find(below path: String) -> [ScriptBundle] {
    guard let status = FileSystem.status(path) else { return [] }
    var found: [ScriptBundle] = []
    if status.kind == .directory {
      collect(path, depth: 64, into: &found)
    } else if ArchiveWalk.isArchive(named: path) {
      found = (try? inArchive(path)) ?? []
    } else if isBundle(path) {
      found = [read(path)]
    }
    return found.sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
  }

  /// Returns whether a file has the usual name of a bundle: `main.jsbundle`, `index.android.bundle`, `entry-0c1d2e3f.hbc`, and in
  /// what Expo exports also `entry-0c1d2e3f.js`.
  static func isBundle(_ path: String) -> Bool {
    let name = Path.lastComponent(of: path)
    if name.hasSuffix(".jsbundle") || name.hasSuffix(".hbc") { return true }
    if name.hasPrefix("index."), name.hasSuffix(".bundle") { return true }
    return name.hasSuffix(".js") && path.contains("_expo/static/js/")
  }

  private static let fileLimit = 1000

  private static func collect(_ folder: String, depth: Int, into found: inout [ScriptBundle]) {
    for name in (try? FileSystem.names(in: folder)) ?? [] where found.count < fileLimit {
      let path = Path.join(folder, name)
      switch FileSystem.status(path)?.kind {
      case .directory where depth > 0: collect(path, depth: depth - 1, into: &found)
      case .file where isBundle(path): found.append(read(path))
      default: continue
      }
    }
  }

  private static func read(_ path: String) -> ScriptBundle {
    ScriptBundle(path, head: (try? FileSystem.beginning(of: path, limit: 8)) ?? [], tail: DebugID.end(ofFile: path))
  }

  /// An archive that is unreadable further on was reported when its debug files were read.
  private static func inArchive(_ path: String) throws(ArchiveError) -> [ScriptBundle] {
    let walk = try ArchiveWalk(path: path)
    var found: [ScriptBundle] = []
    while found.count < fileLimit, let member = try walk.next() {
      guard isBundle(member.name) else { continue }
      let head = try walk.head(8)
      var tail = head
      while case let piece = try walk.read(limit: 1 << 20), !piece.isEmpty { tail = Array((tail + piece).suffix(4096)) }
      found.append(ScriptBundle(path + "/" + member.name, head: head, tail: tail))
    }
    return found
  }
}
