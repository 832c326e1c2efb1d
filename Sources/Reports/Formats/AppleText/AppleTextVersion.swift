import JSONText

/// The version and the build of the process, which writers of text reports print in either order, and the ID in the metadata object.
struct AppleTextVersion {
  /// The distance of the value of `Version:` from the start of its line, in bytes, or nil if there is none.
  var column: Int?
  /// `app_version` of the metadata object above the text (`.ips` up to iOS 14), or nil without one.
  private var version: String?
  /// `build_version` of the metadata object, or nil without one.
  private var build: String?
  /// `incident_id` of the metadata object, or nil without one.
  private(set) var incident: String?

  /// Reads a line that may be the metadata object.
  mutating func read(_ bytes: [UInt8], _ line: Range<Int>) {
    guard version == nil, incident == nil, let first = line.first, bytes[first] == UInt8(ascii: "{"),
      ["\"build_version\"", "\"incident_id\""].contains(where: { TextScan.find(bytes, line, $0) != nil }),
      let root = JSONDocument(bytes, in: line).root
    else { return }
    incident = root["incident_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    version = root["app_version"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    build = root["build_version"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the version and the build of a report with `Version: text` and `OS Version: system`. If the metadata object has the
  /// same two, its keys decide.
  func read(_ text: String?, system: String?, isPLCrash: Bool) -> (version: String?, build: String?) {
    guard let text else { return (version, build) }
    let (outer, inner) = AppleTextHeader.splitParentheses(text)
    if let version, let build, version != build, inner == version, outer == build { return (version, build) }
    if let version, let build, outer == version, inner == build { return (version, build) }
    guard !isPLCrash, let system, printsBuildFirst(system) else { return (outer, inner) }
    return (inner ?? outer, inner == nil ? nil : outer)
  }

  /// Returns whether a report of a system has `build (version)`: those of iOS, tvOS and watchOS until reports became JSON with
  /// iOS 15, and those of KSCrash, which calls the system iOS and begins values in column 21. macOS prints `version (build)`, and
  /// so do the reports about use of resources, which have `(Build 15G77)` after the system.
  private func printsBuildFirst(_ system: String) -> Bool {
    let (name, build) = AppleTextHeader.splitParentheses(system)
    guard build?.hasPrefix("Build ") != true, let last = Self.last.first(where: { system.hasPrefix($0.prefix) }) else {
      return false
    }
    if last.prefix == "iOS ", column == 21 { return true }
    let major = name.split(separator: " ").last?.split(separator: ".").first.flatMap { Int($0) }
    return major.map { $0 <= last.major } ?? false
  }

  /// The systems and their last versions whose reports are text.
  private static let last = [
    (prefix: "iPhone OS ", major: 14), (prefix: "iOS ", major: 14), (prefix: "Apple TVOS ", major: 14),
    (prefix: "Watch OS ", major: 7),
  ]
}
