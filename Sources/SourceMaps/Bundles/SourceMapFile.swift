internal import Bytes
package import System

/// A source map in a file, decoded or from the cache.
package struct SourceMapFile: Sendable {
  /// The map's path.
  package let path: String
  package let map: SourceMap

  /// The reason why a file is not used.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// The system does not allow reading it.
    case system(SystemError)
    /// It is not a usable map.
    case map(SourceMapError)

    /// The reason as one clause.
    package var description: String {
      switch self {
      case .system(let error): error.message
      case .map(let error): error.description
      }
    }
  }

  /// Opens the map at `path`: its flat form from the `cache` if that is up to date, else the file itself, whose flat form then
  /// goes into the cache. Throws if the file is not a usable map.
  package init(path: String, cache: SourceMapCache?) throws(Failure) {
    self.path = path
    let status = FileSystem.status(path)
    if let size = status?.size, size > SourceMapReader.sizeLimit { throw .map(SourceMapError(.tooLarge(bytes: size))) }
    if let status, let map = cache?.find(path, status) {
      self.map = map
      return
    }
    let bytes: ByteSlice
    do { bytes = try Self.contents(path, isRegular: status?.kind == .file) } catch { throw .system(error) }
    var usesOtherFiles = false
    do throws(SourceMapError) {
      let flat = try SourceMap.flatForm(of: bytes) { url throws(SourceMapError) in
        usesOtherFiles = true
        return try Self.neighbor(url, of: path)
      }
      if bytes.mapping?.hasChanged == true { throw SourceMapError(.unreadable("it changed while it was read")) }
      map = try SourceMap(flat)
      // A change of another file would not be noticed.
      if !usesOtherFiles, let status { cache?.add(flat, path, status) }
    } catch {
      throw .map(error)
    }
  }

  /// Returns whether the cache has the flat form of a map in its present state.
  package static func isCached(path: String, _ cache: SourceMapCache?) -> Bool {
    guard let cache, let status = FileSystem.status(path) else { return false }
    return cache.find(path, status) != nil
  }

  /// The map's debug ID, or that of the bundle beside it, which has the map's name without `.map`; nil if neither has one.
  package var debugID: String? { map.debugID ?? DebugID.ofBundle(beside: path) }

  /// Returns the bytes of a file. Those of a regular one stay where the system has them: most of a map is the text of its sources, which is
  /// not decoded.
  private static func contents(_ path: String, isRegular: Bool) throws(SystemError) -> ByteSlice {
    if isRegular { return ByteSlice(try MappedMemory(path: path)) }
    return ByteSlice(try FileSystem.contents(of: path, limit: SourceMapReader.sizeLimit))
  }

  /// Returns the bytes of a file that a section names, in the map's directory or below it.
  private static func neighbor(_ url: String, of path: String) throws(SourceMapError) -> ByteSlice {
    let parts = url.split(separator: "/", omittingEmptySubsequences: false)
    guard !url.hasPrefix("/"), !url.contains(":"), !parts.contains("..") else {
      throw SourceMapError(.unreadable("a section is at \(url), which is not a file beside the map"))
    }
    do throws(SystemError) {
      // Read at once: nobody looks again whether it has changed.
      return try contents(Path.join(Path.parent(of: path), url), isRegular: false)
    } catch {
      throw SourceMapError(.unreadable("a section is in \(url): \(error.message)"))
    }
  }

  /// Returns the text of a source that the map contains, or nil if it does not, or if the file has changed since it was opened.
  package func text(of content: SourceMap.Content) -> String? {
    let file = content.file.isEmpty ? path : Path.join(Path.parent(of: path), content.file)
    // Only the text's own pages are read.
    guard let memory = try? MappedMemory(path: file),
      let bytes = try? ByteSlice(memory).slice(at: content.range.lowerBound, count: content.range.count).array
    else { return nil }
    return SourceMap.text(bytes)
  }
}
