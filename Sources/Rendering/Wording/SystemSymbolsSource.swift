/// Where the symbols of an Apple system come from. Nothing may redistribute them, so that everybody has to fetch their own.
enum SystemSymbolsSource {
  /// Returns the steps for a system, or nothing for one that is not Apple's: at most three. `system` begins with the system's name,
  /// for example `iOS 17.1 (21B74) arm64e`; `build` is the one to state, or nil for a word in its place.
  static func steps(for system: String, build: String? = nil) -> [String] {
    let sources = sources(of: system)
    guard !sources.isEmpty else { return [] }
    return sources + ["symbolicate store add --os-build \(build ?? "BUILD") DIR"]
  }

  /// Returns the steps as numbered lines.
  static func lines(for system: String, build: String? = nil) -> [String] {
    steps(for: system, build: build).enumerated().map { "\($0.offset + 1). \($0.element)" }
  }

  /// Returns the steps for several systems as numbered lines. Systems of different kinds have different sources, which name the kind.
  static func lines(forAll systems: [String]) -> [String] {
    var sources: [(kind: String, source: String)] = []
    for system in systems {
      for source in Self.sources(of: system) where !sources.contains(where: { $0.source == source }) {
        sources.append((kind(of: system), source))
      }
    }
    guard let first = sources.first else { return [] }
    let areAlike = sources.allSatisfy { $0.kind == first.kind }
    let steps = sources.map { areAlike ? $0.source : "\($0.kind): \($0.source)" } + ["symbolicate store add --os-build BUILD DIR"]
    return steps.enumerated().map { "\($0.offset + 1). \($0.element)" }
  }

  /// Returns the steps as one clause, or nil without any.
  static func advice(for system: String, build: String? = nil) -> String? {
    let steps = steps(for: system, build: build)
    return steps.isEmpty ? nil : steps.dropLast().joined(separator: ", ") + "; then: \(steps[steps.count - 1])"
  }

  private static func sources(of system: String) -> [String] {
    let words = system.split(separator: " ").map(String.init)
    if system.contains("Simulator") {
      return ["from a Mac with that simulator: DIR is ~/Library/Developer/CoreSimulator/Caches/dyld"]
    }
    let kind = kind(of: system)
    switch kind {
    case "iOS":
      return [
        "from a device with that build: pymobiledevice3 developer fetch-symbols download DIR",
        "or from Xcode: DIR is ~/Library/Developer/Xcode/iOS DeviceSupport/...",
      ]
    case "watchOS", "tvOS", "visionOS":
      return ["from Xcode: DIR is ~/Library/Developer/Xcode/\(kind) DeviceSupport/..."]
    case "macOS":
      let major = words.dropFirst().lazy.compactMap { $0.split(separator: ".").first.flatMap { Int($0) } }.first ?? 13
      let folder = major >= 13 ? "/System/Volumes/Preboot/Cryptexes/OS/System/Library/dyld" : "/System/Library/dyld"
      return ["from a Mac with that build: DIR is \(folder)"]
    default: return []
    }
  }

  /// The name by which Apple's tools know a system: reports of iPhones have `iPhone OS`, those of Apple TV `Apple TVOS`.
  private static func kind(of system: String) -> String {
    if system.contains("Simulator") { return "simulator" }
    let name = system.split(separator: " ").first.map(String.init) ?? ""
    return switch name {
    case "iPadOS", "iPhone": "iOS"
    case "Watch": "watchOS"
    case "Apple": "tvOS"
    case "xrOS": "visionOS"
    case "Mac", "OS": "macOS"
    default: name
    }
  }
}
