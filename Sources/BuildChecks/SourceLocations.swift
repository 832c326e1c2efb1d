internal import SymbolModel

/// The paths of an image's source files: where they are, and whether a compiler of a build would write such paths.
struct SourceLocations {
  /// The directory that most files of the app are in, or nil if they have none in common.
  let root: String?
  /// What is wrong with most of the paths, or nil if nothing is.
  let warning: BuildCheck.Warning?

  /// Judges the paths of a sample of functions, one path a function.
  init(_ paths: [String]) {
    let real = paths.filter { !Self.isInvented($0) }
    let odd = real.filter(Self.isOdd)
    let temporary = real.filter(Self.isTemporary)
    if real.isEmpty, let first = paths.first {
      warning = .oddSources(first)
    } else if odd.count * 2 > real.count, let first = odd.first {
      warning = .oddSources(first)
    } else if temporary.count * 2 > real.count, let first = temporary.first {
      warning = .temporarySources(first)
    } else {
      warning = nil
    }
    root = Self.root(of: real.filter { !Self.isOfTools($0) })
  }

  /// Returns whether a compiler uses the name for code that is in no file.
  private static func isInvented(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.isEmpty || name.hasPrefix("<") && name.hasSuffix(">")
  }

  /// Returns whether a file is in a directory that is gone when the build is done.
  private static func isTemporary(_ path: String) -> Bool {
    ["/tmp/", "/private/tmp/", "/var/tmp/", "/var/folders/", "/private/var/folders/"].contains { path.hasPrefix($0) }
  }

  /// Returns whether a path has parts that no path of a source file has: a variable that was not replaced, a control character.
  private static func isOdd(_ path: String) -> Bool {
    path.contains("$(") || path.contains("${") || path.utf8.contains { $0 < 0x20 || $0 == 0x7f }
  }

  /// Returns whether a file belongs to the compiler or the system, such as a header with inlined functions.
  private static func isOfTools(_ path: String) -> Bool {
    path.hasPrefix("/usr/") || path.contains(".xctoolchain/") || path.contains(".sdk/")
  }

  /// Returns the deepest directory that nine of ten paths are in.
  private static func root(of paths: [String]) -> String? {
    var root: [Substring] = []
    var rest = paths.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
    let needed = (paths.count * 9 + 9) / 10
    while true {
      var counts: [Substring: Int] = [:]
      for path in rest { if let next = path.first { counts[next, default: 0] += 1 } }
      guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.value >= needed else { break }
      root.append(best.key)
      rest = rest.filter { $0.first == best.key }.map { $0.dropFirst() }
    }
    let text = root.joined(separator: "/")
    return text.isEmpty || text == "." ? nil : text
  }
}
