internal import Synchronization

/// Remembers normalized names and roles of functions: reports of one app name the same functions again and again. Without it,
/// `summarize` takes 82 percent more instructions for 120 real reports. Threads may share one. All that ask one must have the same
/// rules.
final class NameMemory: Sendable {
  private struct Key: Hashable {
    var name: String
    var linkageName: String?
    var image: String?
    var isApp: Bool
    var isProgram: Bool

    /// Few functions share a name: hashing the rest, which is longer, would only take time.
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// To whom the rules give an image, by its name.
  enum Owner {
    case app, system, unknown
  }

  private let known = Mutex<[Key: KnownFunction]>([:])
  private let owners = Mutex<[String: Owner]>([:])
  private let patterns: FunctionPatterns
  private static let limit = 50_000

  /// Knows nothing yet. `patterns` are those that functions are compared with.
  init(_ patterns: FunctionPatterns) { self.patterns = patterns }

  /// The name and the role of a function of an image, which may be the program itself. `role` is asked for functions that are not known.
  func function(
    _ rawName: String, linkageName: String?, image: String?, isApp: Bool, isProgram: Bool,
    role: (NormalizedName?) -> (role: FrameRole, pattern: String)?
  ) -> KnownFunction {
    let key = Key(name: rawName, linkageName: linkageName, image: image, isApp: isApp, isProgram: isProgram)
    if let function = known.withLock({ $0[key] }) { return function }
    let modules = [linkageName.flatMap(Self.module), image].compactMap { $0 }
    let name = NormalizedName(rawName, linkageName: linkageName, modules: modules)
    let function = KnownFunction(name: name, role: role(name), marks: name.map { patterns.marks($0.spellings) } ?? [])
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
      known[key] = function
    }
    return function
  }

  /// Returns to whom an image with a name belongs; `ask` is called for those that are not known.
  func owner(of image: String, _ ask: (String) -> Owner) -> Owner {
    if let owner = owners.withLock({ $0[image] }) { return owner }
    let owner = ask(image)
    owners.withLock { owners in
      if owners.count >= Self.limit { owners.removeAll(keepingCapacity: true) }
      owners[image] = owner
    }
    return owner
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
