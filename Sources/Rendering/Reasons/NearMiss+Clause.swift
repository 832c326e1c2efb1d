import CrashModel

extension NearMiss {
  /// A description as a clause that begins with the path: `dSYMs/Shop.dSYM is build 4C4C44A9-... (arm64), version 4.2.0 (1187)`.
  var clause: String {
    if let contradiction {
      let what = contradiction.isOutside ? "outside that function" : "at another address"
      return "\(path) is another build: \(contradiction.function) + \(contradiction.offset) is \(what) there"
    }
    let head = path + (id.map { " is build \($0)" } ?? "") + (architecture.isEmpty ? "" : " (\(architecture))")
    return build.isEmpty ? head : "\(head), \(build)"
  }
}
