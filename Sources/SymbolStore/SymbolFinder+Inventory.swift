internal import Archives
package import ObjectFiles
internal import System

extension SymbolFinder {
  /// One debug file that was found below a path.
  package struct FoundFile: Sendable {
    /// The path; for a file of an archive, the archive's path, a slash and the name inside.
    package let path: String
    /// The headers of its slices.
    package let headers: [DebugFile]
    /// Its slices, opened, or empty if a file of an archive cannot be extracted.
    package let slices: [ObjectFile]
    /// The size of the file in bytes, or nil if an archive does not state it.
    package let size: Int?
  }

  /// Returns all debug files below a path that the user named, in bytewise order of their paths, and damaged object files. Files
  /// of archives are extracted into the cache. Other problems with the path are added to `warnings`.
  package func files(below path: String) -> (files: [FoundFile], damaged: [SearchWarning]) {
    let scan = scan(path, recursive: true)
    var found: [FoundFile] = []
    var position = 0
    while position < scan.files.count {
      let first = scan.files[position]
      let headers = scan.files[position...].prefix { $0.path == first.path && $0.member == first.member }
      position += headers.count
      found.append(read(first, Array(headers), of: scan))
    }
    return (found, scan.damaged)
  }

  /// Opens a file whose headers are known. What cannot be read of it, although its headers could, is added to `warnings`.
  private func read(_ file: DebugFile, _ headers: [DebugFile], of scan: FolderScan) -> FoundFile {
    let contents = unpacked(file, of: scan)
    var (slices, size): ([ObjectFile], Int?) = ([], file.member?.size)
    if let contents {
      do throws(ObjectFileError) {
        slices = try ObjectFile.load(path: contents)
      } catch {
        note(SearchWarning(path: file.path, reason: "\(error)", isPassing: error.isPassing), once: true)
      }
      do throws(SystemError) {
        size = try FileSystem.existing(contents)?.size ?? size
      } catch {
        note(SearchWarning(error, path: file.path), once: true)
      }
    }
    return FoundFile(path: file.path, headers: headers, slices: slices, size: size)
  }

  /// Returns identifier and version of the innermost bundle around a file. If the system fails to read them, that is added to `warnings`.
  package func bundle(around path: String) -> BundleInfo {
    do throws(SystemError) { return try BundleInfo.recorded(around: path) } catch {
      note(SearchWarning(error, path: error.path ?? path), once: true)
      return BundleInfo()
    }
  }

  /// Returns the dSYM bundles below a path, a directory or archive, that have no object file, in bytewise order of their paths.
  package func emptyBundles(below path: String) -> [String] {
    var bundles: Set<String> = []
    if let status = FileSystem.status(path), status.kind == .directory {
      bundles = Set(FileWalk(path, status, recursive: true).bundles)
    } else if let walk = try? ArchiveWalk(path: path) {
      // An archive that is unreadable further on was reported when its files were read.
      while let member = (try? walk.next()) ?? nil {
        if let bundle = Self.bundles(around: member.name).last { bundles.insert(path + "/" + bundle) }
      }
    }
    guard !bundles.isEmpty else { return [] }
    let scan = scan(path, recursive: true)
    for file in scan.files.map(\.path) + scan.damaged.map(\.path) {
      bundles.subtract(Self.bundles(around: file))
    }
    return bundles.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// Returns the directories in a path that are dSYM bundles, the innermost last.
  private static func bundles(around path: String) -> [String] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().indices.filter { parts[$0].hasSuffix(".dSYM") }.map { parts[...$0].joined(separator: "/") }
  }

  /// Returns the separate debug file of a stripped ELF file, or nil if it does not exist, and for other files.
  package static func companion(of file: ObjectFile) -> ObjectFile? {
    file.container == .elf && !file.hasDWARF ? DebugLink.companion(of: file).file : nil
  }
}
