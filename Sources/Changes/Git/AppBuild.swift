/// A version of an app as reports name it.
struct AppBuild: Hashable {
  /// The bundle identifier or the name of the process.
  var app: String
  /// `4.2.0 (1187)`.
  var name: String

  /// The version without the build.
  var version: String { parts.version }
  /// The build, or nil if it is unknown.
  var build: String? { parts.build }

  /// How tags spell it, those with the build first.
  var spellings: [String] {
    let (version, build) = parts
    guard let build else { return [version] }
    return ["-", "+", "_", ".", "/", "("].map { "\(version)\($0)\(build)\($0 == "(" ? ")" : "")" } + [version, build]
  }

  private var parts: (version: String, build: String?) {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open != name.startIndex, name[name.index(before: open)] == " "
    else { return (name, nil) }
    return (String(name[..<name.index(before: open)]), String(name[name.index(after: open)...].dropLast()))
  }
}
