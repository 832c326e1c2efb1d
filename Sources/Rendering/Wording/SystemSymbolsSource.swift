/// Where the symbols of an Apple system come from. Nothing may redistribute them, so that everybody has to fetch their own.
enum SystemSymbolsSource {
  /// Returns the advice for a system, as a clause, or nil for a system that is not Apple's. `system` begins with the system's name,
  /// for example `iOS 17.1 (21B74) arm64e`; `build` is the one to state, or nil for a word in its place.
  static func advice(for system: String, build: String? = nil) -> String? {
    let add = "then: symbolicate store add --os-build \(build ?? "BUILD") DIR"
    let words = system.split(separator: " ").map(String.init)
    guard let name = words.first else { return nil }
    if system.contains("Simulator") {
      return "from a Mac with that simulator: DIR is ~/Library/Developer/CoreSimulator/Caches/dyld; \(add)"
    }
    switch name {
    case "iOS", "iPadOS", "iPhone":
      return "from a device with that build: pymobiledevice3 developer fetch-symbols download DIR; from Xcode: DIR is "
        + "~/Library/Developer/Xcode/iOS DeviceSupport/...; \(add)"
    case "watchOS", "tvOS", "visionOS", "xrOS", "Watch", "Apple":
      let folder = name == "Watch" ? "watchOS" : name == "Apple" ? "tvOS" : name == "xrOS" ? "visionOS" : name
      return "from Xcode: DIR is ~/Library/Developer/Xcode/\(folder) DeviceSupport/...; \(add)"
    case "macOS", "Mac", "OS":
      let major = words.dropFirst().lazy.compactMap { $0.split(separator: ".").first.flatMap { Int($0) } }.first ?? 13
      let folder = major >= 13 ? "/System/Volumes/Preboot/Cryptexes/OS/System/Library/dyld" : "/System/Library/dyld"
      return "from a Mac with that build: DIR is \(folder); \(add)"
    default: return nil
    }
  }
}
