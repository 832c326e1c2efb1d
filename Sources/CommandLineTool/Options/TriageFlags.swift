internal import System
internal import Triage

/// The options that affect triage, as typed values, nil if they are not given.
struct TriageFlags: Sendable {
  /// The files of `--rules`.
  var rules: [String] = []
  /// Names of images that are the app's.
  var appImages: [String] = []
  /// The key of a configuration file for them.
  static let appImagesKey = "app-images"
  var depth: Int?
  var launchSeconds: Double?
  var deviceSalt: String?
  /// The path of an earlier summary.
  var baseline: String?
  /// The first day that counts.
  var since: String?
  /// The last day that counts.
  var until: String?
  /// The most groups that are shown, or nil for what the format shows.
  var top: Int?
  var app: String?
  /// The group of `--explain`.
  var explained: String?
  /// The subject that `--group-by` counts by, or nil for groups.
  var pivot: SummaryPivot.Subject?
  /// What makes the run fail, or nil for nothing.
  var failOn: FailOn?

  /// Reads the rules files. Throws for the first one that is unreadable or invalid.
  func options(_ command: Command) throws(UsageError) -> TriageOptions {
    var result = TriageOptions()
    result.depth = depth ?? result.depth
    result.launchSeconds = launchSeconds ?? result.launchSeconds
    result.deviceSalt = deviceSalt ?? ""
    if !appImages.isEmpty { try extend(&result.rules, command) }
    for path in rules { try Self.extend(&result.rules, path, command) }
    return result
  }

  /// Adds the images of the configuration file.
  private func extend(_ rules: inout RuleSet, _ command: Command) throws(UsageError) {
    // A line end in a name would begin another rule.
    let lines = appImages.map { "image:" + $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    do throws(RulesError) { try rules.extend((["[app]"] + lines).joined(separator: "\n") + "\n") } catch {
      throw UsageError("the configuration file: '\(Self.appImagesKey)': \(error.message)", command: command)
    }
  }

  private static func extend(_ rules: inout RuleSet, _ path: String, _ command: Command) throws(UsageError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path, limit: 1 << 20, orPipe: true)
    } catch {
      throw UsageError("option '--rules': \(path): \(error.message)", command: command)
    }
    do throws(RulesError) {
      try rules.extend(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw UsageError("option '--rules': \(path): line \(error.line): \(error.message)", command: command)
    }
  }
}
