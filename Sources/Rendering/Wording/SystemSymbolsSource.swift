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

  /// Returns the steps as one clause, or nil without any.
  static func advice(for system: String, build: String? = nil) -> String? {
    let steps = steps(for: system, build: build)
    return steps.isEmpty ? nil : steps.dropLast().joined(separator: ", ") + "; then: \(steps[steps.count - 1])"
  }

  private static func sources(of system: String) -> [String] {
    let words = system.split(separator: " ").map(String.init)
    guard let name = words.first else { return [] }
    if system.contains("Simulator") {
      return ["from a Mac with that simulator: DIR is ~/Library/Developer/CoreSimulator/Caches/dyld"]
    }
    switch name {
    case "iOS", "iPadOS", "iPhone":
      return [
        "from a device with that build: pymobiledevice3 developer fetch-symbols download DIR",
        "or from Xcode: DIR is ~/Library/Developer/Xcode/iOS DeviceSupport/...",
      ]
    case "watchOS", "tvOS", "visionOS", "xrOS", "Watch", "Apple":
      let folder = name == "Watch" ? "watchOS" : name == "Apple" ? "tvOS" : name == "xrOS" ? "visionOS" : name
      return ["from Xcode: DIR is ~/Library/Developer/Xcode/\(folder) DeviceSupport/..."]
    case "macOS", "Mac", "OS":
      let major = words.dropFirst().lazy.compactMap { $0.split(separator: ".").first.flatMap { Int($0) } }.first ?? 13
      let folder = major >= 13 ? "/System/Volumes/Preboot/Cryptexes/OS/System/Library/dyld" : "/System/Library/dyld"
      return ["from a Mac with that build: DIR is \(folder)"]
    default: return []
    }
  }
}
