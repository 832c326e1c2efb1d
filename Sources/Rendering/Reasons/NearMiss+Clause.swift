import CrashModel
import SymbolModel

extension NearMiss {
  /// A description as a clause: `found dSYMs/Shop.dSYM, but it is another build (UUID 4C4C44A9-..., arm64, version 4.2.0 (1187))`.
  var clause: String {
    let isOtherArchitecture = architecture.contains(", not ")
    let head = "found \(path), but it is \(isOtherArchitecture ? architecture : "another build")"
    if let contradiction {
      let what = contradiction.isOutside ? "outside that function" : "at another address"
      return "\(head): \(contradiction.function) + \(contradiction.offset) is \(what) there"
    }
    let facts = [Self.words(id), isOtherArchitecture ? "" : architecture, build].filter { !$0.isEmpty }
    return "\(head) (\(facts.joined(separator: ", ")))"
  }

  /// `UUID 4C4C44A9-...`; ELF files have a build ID, which is written without hyphens.
  private static func words(_ id: ImageID?) -> String {
    guard let id = id?.description else { return "without an ID" }
    return (id.contains("-") ? "UUID " : "build ID ") + id
  }
}
