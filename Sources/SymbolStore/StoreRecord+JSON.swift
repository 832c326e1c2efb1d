internal import JSONText
internal import SymbolModel

extension StoreRecord {
  /// The version of the format; readers leave records of a later one alone.
  static let formatVersion = 1
  /// The most bytes that a record may have.
  static let sizeLimit = 1 << 16

  /// The most bytes that a file is believed to have, 16 TB: sums of sizes then fit 64 bits.
  private static let sizeOfLargestFile = 1 << 44

  /// The text of `info.json`: one object on one line.
  var json: String { "{" + JSONMembers(members).text + "}\n" }

  /// The object that lists print: what is on record, and where the file is.
  public func listJSON(path: String) -> String { "{" + JSONMembers(listed + [("path", .text(path))]).text + "}" }

  private var members: [(String, JSONMembers.Value?)] {
    var place: [(String, JSONMembers.Value?)]
    switch self.place {
    case .stored(let name): place = [("file", .text(name))]
    case .linked(let path): place = [("link", .text(path))]
    }
    return [("version", .number(Int64(Self.formatVersion))), ("id", .text(id.hex)), ("key", .text(key))] + place + facts
      + [("modified", .number(modified)), ("added", .number(added)), ("hash", hash.map { .text($0) })]
  }

  private var listed: [(String, JSONMembers.Value?)] {
    var isLinked: Bool {
      if case .linked = place { return true }
      return false
    }
    return [("id", .text(id.description))] + facts
      + [
        ("modified", .text(CivilTime(secondsSince1970: modified / 1_000_000_000).text)),
        ("added", .text(CivilTime(secondsSince1970: added).text)), ("linked", isLinked ? .flag(true) : nil),
      ]
  }

  private var facts: [(String, JSONMembers.Value?)] {
    [
      ("name", .text(name)), ("container", .text(container)), ("kind", .text(kind)),
      ("arch", architecture.map { .text($0.name) }), ("contents", .text(contents.rawValue)), ("size", .number(Int64(size))),
      ("source", .text(source)),
      ("identifier", bundle.identifier.map { .text($0) }), ("appVersion", bundle.version.map { .text($0) }),
      ("appBuild", bundle.build.map { .text($0) }), ("systemName", system?.name.map { .text($0) }),
      ("systemVersion", system.map { .text($0.version) }), ("systemBuild", system.map { .text($0.build) }),
    ]
  }

  /// Reads a record; nil when it is damaged, of a later version, or names a file outside its folder.
  init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit, let root = JSONDocument(bytes).root, root.kind == .object, root.isClosed else {
      return nil
    }
    var values: [String: JSONValue] = [:]
    for (key, value) in root.members { values[key.string] = value }
    guard values["version"]?.int == Self.formatVersion, let id = values["id"]?.string.flatMap({ ImageID(parsing: $0) }),
      let key = values["key"]?.string, let name = values["name"]?.string, let size = values["size"]?.int, size >= 0,
      size <= Self.sizeOfLargestFile,
      let contents = values["contents"]?.string.flatMap(Contents.init(rawValue:))
    else { return nil }
    if let file = values["file"]?.string, !file.isEmpty, !file.contains("/"), file != "..", file != "." {
      place = .stored(file)
    } else if let path = values["link"]?.string, path.hasPrefix("/") {
      place = .linked(path)
    } else {
      return nil
    }
    (self.id, self.key, self.name, self.size, self.contents) = (id, key, name, size, contents)
    container = values["container"]?.string ?? ""
    kind = values["kind"]?.string ?? ""
    architecture = values["arch"]?.string.map { Architecture($0) }
    modified = values["modified"]?.int64 ?? 0
    added = values["added"]?.int64 ?? 0
    source = values["source"]?.string ?? ""
    hash = values["hash"]?.string
    bundle.identifier = values["identifier"]?.string
    bundle.version = values["appVersion"]?.string
    bundle.build = values["appBuild"]?.string
    if let version = values["systemVersion"]?.string, let build = values["systemBuild"]?.string {
      system = SystemBuild(name: values["systemName"]?.string, version: version, build: build)
    }
  }
}

/// The members of a JSON object in order; those without a value are left out.
struct JSONMembers {
  /// What a member may hold.
  enum Value {
    case text(String)
    case number(Int64)
    case flag(Bool)
  }

  /// `"name":"value",...` without the braces.
  let text: String

  init(_ members: [(String, Value?)]) {
    text = members.compactMap { name, value in
      value.map { JSONString.encode(name) + ":" + Self.text(of: $0) }
    }.joined(separator: ",")
  }

  private static func text(of value: Value) -> String {
    switch value {
    case .text(let text): JSONString.encode(text)
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    }
  }
}
