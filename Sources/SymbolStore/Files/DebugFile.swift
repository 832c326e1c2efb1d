internal import Archives
package import ObjectFiles
package import SymbolModel
internal import System

/// One architecture slice of a file that a search found. The file is no longer mapped.
package struct DebugFile: Hashable, Sendable {
  /// The path of the file.
  package let path: String
  /// The UUID or build ID, or nil if the file has none.
  package let id: ImageID?
  /// The architecture, or nil if unknown.
  package let architecture: Architecture?
  package let contentRank: ContentRank
  /// The store's record of the file, or nil for a file that is in no store.
  var record: StoreRecord?

  /// The position inside an archive, or nil for a file on its own.
  var member: ArchiveMember?

  /// Takes the headers of a slice in an archive. The sections of an ELF file are unknown at this point.
  init(_ object: ObjectFile, in member: ArchiveMember) {
    let rank = object.container == .elf && object.sections.isEmpty ? .dwarf : object.contentRank
    self.init(path: object.path, id: object.id, architecture: object.architecture, contentRank: rank)
    self.member = member
  }

  /// Takes the headers of a slice.
  package init(_ object: ObjectFile) {
    path = object.path
    id = object.id
    architecture = object.architecture
    contentRank = object.contentRank
  }

  /// The build that the file belongs to, for people: `version 4.2.0 (1187), dated 2026-09-21`, or empty if nothing is known.
  /// Reads the property list of the bundle around the file, unless a store has a record of it.
  package var buildText: String {
    let bundle = record?.bundle ?? BundleInfo(around: path)
    // The time of any other file may be that of a download or checkout.
    let date = record.map { CivilTime(secondsSince1970: $0.modified / 1_000_000_000).date }
    return [bundle.versionText.map { "version " + $0 }, date.map { "dated " + $0 }].compactMap { $0 }.joined(separator: ", ")
  }

  /// Creates a value from cached headers.
  init(path: String, id: ImageID?, architecture: Architecture?, contentRank: ContentRank) {
    self.path = path
    self.id = id
    self.architecture = architecture
    self.contentRank = contentRank
  }

  /// The names of images that the file may belong to: its own without `.debug` or `.sym`, and that of the dSYM bundle around it
  /// without its extensions.
  package var imageNames: [String] { Self.imageNames(ofPath: path) }

  /// Does the same for a file that was not read.
  package static func imageNames(ofPath path: String) -> [String] {
    var name = Path.lastComponent(of: path)
    for suffix in [".debug", ".sym"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    guard let bundle = path.prefix(throughSuffix: ".dSYM") else { return [name] }
    let stem = Path.lastComponent(of: bundle)
    let bare = stem.split(separator: ".").first.map(String.init) ?? stem
    return bare == name || bare.isEmpty ? [name] : [name, bare]
  }

  /// Returns the contents and size of a file for people: `debug information, 42 MB`, or nil if it is no debug file. If the system fails
  /// to read it, that is returned.
  package static func description(ofPath path: String) -> String? {
    let status: FileSystem.Status
    do throws(SystemError) {
      guard let existing = try FileSystem.existing(path) else { return nil }
      status = existing
    } catch {
      return error.message
    }
    if path.hasSuffix(StoreRecord.indexSuffix) { return "index, \(size(status.size))" }
    do throws(ObjectFileError) {
      return try ObjectFile.load(path: path).map(\.contentRank).max().map { "\(description(of: $0)), \(size(status.size))" }
    } catch {
      return error.isPassing ? "\(error)" : nil
    }
  }

  private static func description(of rank: ContentRank) -> String {
    switch rank {
    case .dwarf: "debug information"
    case .breakpad: "symbols of Breakpad"
    case .symbols: "symbols"
    case .exports: "exports only"
    }
  }

  /// Returns a size for people: `42 MB`, `812 kB`, `96 bytes`.
  package static func size(_ bytes: Int) -> String {
    switch bytes {
    case 10_000_000_000...: "\(bytes / 1_000_000_000) GB"
    case 10_000_000...: "\(bytes / 1_000_000) MB"
    case 10_000...: "\(bytes / 1000) kB"
    default: "\(bytes) bytes"
    }
  }

  /// Returns whether a path names debug files rather than reports: an object file, also compressed, or a bundle or archive of them.
  package static func isNamed(by path: String) -> Bool {
    guard let status = FileSystem.status(path) else { return false }
    if status.kind == .directory {
      let name = Path.lastComponent(of: path)
      return [".dSYM", ".xcarchive", ".app", ".framework"].contains { name.hasSuffix($0) }
    }
    return status.kind == .file
      && (ArchiveWalk.isArchive(named: path) || PackedFile.isCompressed(named: path) || FileSignature.isObjectFile(path))
  }
}

extension String {
  /// Returns the part of a path up to the component that ends in `suffix`, without the suffix, or nil if no component does.
  fileprivate func prefix(throughSuffix suffix: String) -> String? {
    let components = split(separator: "/", omittingEmptySubsequences: false)
    guard let position = components.lastIndex(where: { $0.hasSuffix(suffix) }) else { return nil }
    return String(components[...position].joined(separator: "/").dropLast(suffix.count))
  }
}
