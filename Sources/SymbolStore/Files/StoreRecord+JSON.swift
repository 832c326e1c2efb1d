internal import JSONText
internal import SymbolModel

extension StoreRecord {
  /// The version of the format; readers skip records of a later one.
  static let formatVersion = 1
  /// The maximum size of a record in bytes.
  static let sizeLimit = 1 << 16

  /// The maximum plausible size of a file in bytes, 16 TB: sums of sizes then fit 64 bits.
  private static let sizeOfLargestFile = 1 << 44

  /// The text of `info.json`: one object on one line.
  var json: [UInt8] {
    var writer = JSONWriter(.line)
    writer.beginObject()
    writer.member("version", Self.formatVersion)
    writer.member("id", id.hex)
    writer.member("key", key)
    switch place {
    case .stored(let name): writer.member("file", name)
    case .linked(let path): writer.member("link", path)
    }
    writeFacts(to: &writer)
    writer.member("modified", modified)
    writer.member("added", added)
    writer.member("hash", hash)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Returns the line that lists print, without its end: the record, and the path of the file.
  package func listJSON(path: String) -> String {
    var writer = JSONWriter(.line)
    writer.beginObject()
    writer.member("id", id.description)
    writeFacts(to: &writer)
    writer.member("modified", CivilTime(secondsSince1970: modified / 1_000_000_000).text)
    writer.member("added", CivilTime(secondsSince1970: added).text)
    if case .linked = place { writer.member("linked", true) }
    writer.member("path", path)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func writeFacts(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("container", container)
    writer.member("kind", kind)
    writer.member("arch", architecture?.name)
    writer.member("contents", contents.rawValue)
    writer.member("size", size)
    writer.member("indexed", indexed?.rawValue)
    writer.member("source", source)
    writer.member("identifier", bundle.identifier)
    writer.member("appVersion", bundle.version)
    writer.member("appBuild", bundle.build)
    writer.member("systemName", system?.name)
    writer.member("images", cache?.images)
    writer.member("names", cache?.names)
    writer.member("gaps", cache?.gaps)
    writer.member("systemVersion", system?.version)
    writer.member("systemBuild", system?.build)
  }

  /// Reads a record. Returns nil if it is damaged, of a later version, or names a file outside its directory.
  init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit, let root = JSONDocument(bytes).root, root.kind == .object, root.isClosed else {
      return nil
    }
    var (version, size) = (0, -1)
    var (id, key, name): (ImageID?, String?, String?) = (nil, nil, nil)
    var (place, contents): (Location?, Contents?) = (nil, nil)
    var cache = SystemDetails(images: 0, names: 0)
    var system = SystemBuild(name: nil, version: "", build: "")
    for (member, value) in root.members {
      switch member {
      case Names.version: version = value.int ?? 0
      case Names.id: id = value.string.flatMap { ImageID(parsing: $0) }
      case Names.key: key = value.string
      case Names.name: name = value.string
      case Names.file: place = Self.place(value, isFile: true)
      case Names.link: place = Self.place(value, isFile: false)
      case Names.size: size = value.int ?? -1
      case Names.contents: contents = value.string.flatMap(Contents.init(rawValue:))
      case Names.indexed: indexed = value.string.flatMap(Contents.init(rawValue:))
      case Names.container: container = value.string ?? ""
      case Names.kind: kind = value.string ?? ""
      case Names.arch: architecture = value.string.map { Architecture($0) }
      case Names.modified: modified = value.int64 ?? 0
      case Names.added: added = value.int64 ?? 0
      case Names.source: source = value.string ?? ""
      case Names.hash: hash = value.string
      case Names.identifier: bundle.identifier = value.string
      case Names.appVersion: bundle.version = value.string
      case Names.appBuild: bundle.build = value.string
      case Names.images: cache.images = value.int ?? 0
      case Names.names: cache.names = value.int ?? 0
      case Names.gaps: cache.gaps = value.string
      case Names.systemName: system.name = value.string
      case Names.systemVersion: system.version = value.string ?? ""
      case Names.systemBuild: system.build = value.string ?? ""
      default: continue
      }
    }
    guard version == Self.formatVersion, let id, let key, let name, let place, let contents,
      (0...Self.sizeOfLargestFile).contains(size)
    else { return nil }
    (self.id, self.key, self.name, self.place, self.contents, self.size) = (id, key, name, place, contents, size)
    if !system.build.isEmpty { self.system = system }
    if contents == .system { self.cache = cache }
  }

  private static func place(_ value: JSONValue, isFile: Bool) -> Location? {
    guard let text = value.string, !text.isEmpty else { return nil }
    if !isFile { return text.hasPrefix("/") ? .linked(text) : nil }
    return text.utf8.contains(UInt8(ascii: "/")) || text == "." || text == ".." ? nil : .stored(text)
  }

  /// The keys.
  private enum Names {
    static let version: JSONName = "version"
    static let id: JSONName = "id"
    static let key: JSONName = "key"
    static let name: JSONName = "name"
    static let file: JSONName = "file"
    static let link: JSONName = "link"
    static let size: JSONName = "size"
    static let contents: JSONName = "contents"
    static let indexed: JSONName = "indexed"
    static let container: JSONName = "container"
    static let kind: JSONName = "kind"
    static let arch: JSONName = "arch"
    static let modified: JSONName = "modified"
    static let added: JSONName = "added"
    static let source: JSONName = "source"
    static let hash: JSONName = "hash"
    static let identifier: JSONName = "identifier"
    static let appVersion: JSONName = "appVersion"
    static let appBuild: JSONName = "appBuild"
    static let images: JSONName = "images"
    static let names: JSONName = "names"
    static let gaps: JSONName = "gaps"
    static let systemName: JSONName = "systemName"
    static let systemVersion: JSONName = "systemVersion"
    static let systemBuild: JSONName = "systemBuild"
  }
}
