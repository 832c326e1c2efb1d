internal import Synchronization

/// Remembers normalized names: reports of one app name the same functions again and again. Threads may share one.
public final class NameMemory: Sendable {
  private struct Key: Hashable {
    var name: String
    var linkageName: String?
    var module: String?
  }

  private let known = Mutex<[Key: NormalizedName?]>([:])
  private static let limit = 50_000

  /// Knows nothing yet.
  public init() {}

  /// The normalized name; nil when there is none.
  func name(_ raw: String, linkageName: String?, module: String?) -> NormalizedName? {
    let key = Key(name: raw, linkageName: linkageName, module: module)
    return known.withLock { known in
      if let name = known[key] { return name }
      let modules = [linkageName.flatMap(Self.module), module].compactMap { $0 }
      let name = NormalizedName(raw, linkageName: linkageName, modules: modules)
      if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
      known[key] = name
      return name
    }
  }

  /// The module that a mangled Swift name begins with: of `$s4Shop4CartC3addyyF` it is `Shop`.
  private static func module(of linkageName: String) -> String? {
    let body = linkageName.hasPrefix("_") ? linkageName.dropFirst() : linkageName[...]
    guard body.hasPrefix("$s") || body.hasPrefix("$S") || body.hasPrefix("$e") else { return nil }
    let digits = body.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    guard let length = Int(digits), length > 0, digits.first != "0" else { return nil }
    let name = body.dropFirst(2 + digits.count).prefix(length)
    return name.count == length ? String(name) : nil
  }
}
