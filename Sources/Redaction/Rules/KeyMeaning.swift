/// What is known of a key of JSON or text.
final class KeyMeaning: Sendable {
  /// What its value is, or nil if it stays.
  let rule: KeyRule?
  /// What an object under the key is about, or nil if about neither a user nor a device.
  let owner: KeyRule.Owner?
  /// The rules for the key in an object about a user or device.
  let ownedByUser: KeyRule?
  let ownedByDevice: KeyRule?
  /// Whether the value is the name of code, or another word that symbolication and groups need: only forms are looked for in it.
  let isCode: Bool
  /// Whether the objects under the key are images or frames, whose names stay.
  let holdsCode: Bool
  /// Whether the value may have the form of an address of a network and be a version.
  let isVersion: Bool
  /// Whether the key is `name`, which is one of code in an image or frame.
  let isName: Bool
  /// The part in a list of pairs: `{"key": "cookie", "value": "…"}`.
  let pairPart: PairPart?
  /// The part in a dump of memory: `"stack": {"contents": "00ff"}`, `"capturedMemory": {"0x1000": "00ff"}`.
  let memoryPart: MemoryPart?

  /// What a key says of memory.
  enum MemoryPart: Sendable {
    /// An object with dumps.
    case dumps
    /// An object that is about a stack, and the dump in it.
    case stack, contents
    /// An object with what registers lead to, and the text there.
    case pointees, value
  }

  /// The part of a key in an object that is a pair.
  enum PairPart: Sendable { case key, value }

  init(_ key: ArraySlice<UInt8>) {
    let words = key.count <= KeyWords.longest ? KeyWords.split(key) : []
    let plain = words.joined()
    let kept = Self.kept.contains(plain)
    rule = kept ? nil : KeyRule.find(words)
    owner = KeyRule.Owner(words)
    ownedByUser = KeyRule.find(words, in: .user)
    ownedByDevice = KeyRule.find(words, in: .device)
    isCode = Self.code.contains(plain)
    holdsCode = Self.codeHolders.contains(plain)
    isVersion = words.contains { ["version", "build", "release", "sdk", "os"].contains($0) }
    isName = plain == "name"
    memoryPart =
      switch plain {
      case "capturedmemory": .dumps
      case "stack": .stack
      case "contents": .contents
      case "notableaddresses": .pointees
      case "value": .value
      default: nil
      }
    pairPart =
      switch plain {
      case "key", "name", "k", "header", "field", "variable": .key
      case "value", "v", "content": .value
      default: nil
      }
  }

  /// Keys that rules would take, and whose values say nothing of anybody: identifiers of a boot, and words of the formats.
  private static let kept: Set<String> = ["bootsessionuuid", "sleepwakeuuid", "uid", "gid", "pid"]
  private static let code: Set<String> = [
    "symbol", "symbolname", "symboladdr", "function", "rawfunction", "method", "selector", "module", "imagename", "image",
    "objectname",
    "binaryname", "codefile", "debugfile", "debugid", "codeid", "procname", "processname", "process", "processpath", "executable",
    "executablename", "parentproc", "responsibleproc", "coalitionname", "bundleid", "bundleidentifier", "bundlename",
    "cfbundleidentifier",
    "cfbundlename", "cfbundleexecutable", "cfbundleexecutablepath", "appname", "appidentifier", "package", "class", "classname",
    "type",
    "kind", "platform", "format", "arch", "cputype", "queue", "queuename", "dispatchqueue", "signal", "uuid", "binaryuuid",
    "version",
    "model", "machine", "osname", "systemname", "filename", "abspath",
  ]
  private static let codeHolders: Set<String> = [
    "usedimages", "binaryimages", "images", "debugmeta", "frames", "libraries", "modules", "callstacktree", "os", "runtime",
    "app", "sdk",
    "packages", "system", "process", "kernel", "browser", "gpu",
  ]
}

/// The meanings of keys that were looked up lately: the keys of a report repeat.
struct KeyCache {
  private var entries: [(key: ArraySlice<UInt8>, meaning: KeyMeaning)?] = []

  /// Returns what is known of a key.
  mutating func meaning(of key: ArraySlice<UInt8>) -> KeyMeaning {
    var hash: UInt32 = 2_166_136_261
    for byte in key.prefix(KeyWords.longest + 1) { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let slot = Int((hash ^ hash >> 15) & 255)
    if entries.isEmpty { entries = Array(repeating: nil, count: 256) }
    if let entry = entries[slot], entry.key == key { return entry.meaning }
    let meaning = KeyMeaning(key)
    if key.count <= KeyWords.longest { entries[slot] = (ArraySlice(Array(key)), meaning) }
    return meaning
  }
}
