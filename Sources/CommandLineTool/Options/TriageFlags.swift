internal import System
internal import Triage

/// The options that affect triage, as typed values.
struct TriageFlags: Sendable {
  /// The files of `--rules`.
  let rules: [String]
  /// The number of `--group-depth`, or nil if it is not given.
  let depth: Int?
  /// The number of `--launch-seconds`, or nil if it is not given.
  let launchSeconds: Double?
  /// The text of `--device-salt`, or nil if it is not given.
  let deviceSalt: String?

  /// The summary of `--baseline`, the day of `--since`, the text of `--app`, the group of `--explain`, or nil if not given.
  let baseline: String?
  let since: String?
  let app: String?
  let explained: String?
  /// The subject that `--group-by` counts by, or nil for groups.
  let pivot: SummaryPivot.Subject?
  /// What makes the run fail, or nil for nothing.
  let failOn: FailOn?

  /// Checks every value. Throws for the first invalid one.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    rules = arguments.values(of: .rules)
    deviceSalt = arguments.value(of: .deviceSalt)
    baseline = arguments.value(of: .baseline)
    app = arguments.value(of: .app)
    explained = arguments.value(of: .explain)
    pivot = arguments.value(of: .groupBy).flatMap(SummaryPivot.Subject.init)
    failOn = arguments.value(of: .failOn).flatMap(FailOn.init)
    if failOn == .new, baseline == nil {
      throw UsageError("option '--fail-on new' needs '--baseline SUMMARY.json'", command: arguments.command)
    }
    since = arguments.value(of: .since)
    if let since, Timestamp(since + " 00:00:00")?.day != since {
      throw UsageError("option '--since': '\(since)' is not a day such as 2026-11-20", command: arguments.command)
    }
    depth = arguments.value(of: .groupDepth).flatMap { Int($0) }
    if let text = arguments.value(of: .groupDepth), depth.map({ (1...5).contains($0) }) != true {
      throw UsageError("option '--group-depth': '\(text)' is not a number from 1 to 5", command: arguments.command)
    }
    launchSeconds = arguments.value(of: .launchSeconds).flatMap { Double($0) }
    if let text = arguments.value(of: .launchSeconds), launchSeconds.map({ $0 > 0 && $0 <= 86_400 }) != true {
      throw UsageError("option '--launch-seconds': '\(text)' is not a number of seconds", command: arguments.command)
    }
  }

  /// Reads the rules files. Throws for the first one that is unreadable or invalid.
  func options(_ command: Command) throws(UsageError) -> TriageOptions {
    var result = TriageOptions()
    result.depth = depth ?? result.depth
    result.launchSeconds = launchSeconds ?? result.launchSeconds
    result.deviceSalt = deviceSalt ?? ""
    for path in rules { try Self.extend(&result.rules, path, command) }
    return result
  }

  private static func extend(_ rules: inout RuleSet, _ path: String, _ command: Command) throws(UsageError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path, limit: 1 << 20)
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

extension Flag {
  /// The options of `summarize` that no other command has.
  static let summarizing: [Flag] =
    [
      Flag(
        .format, short: "f", value: .choice("FORMAT", ["text", "markdown", "json", "brief", "html", "github", "sarif", "junit"]),
        help: "text (default), markdown, json (can be merged and compared), brief (the first five groups, for chat and tickets), "
          + "html (one page with search, filters and groups), github (annotations), sarif, junit"),
      Flag(.output, short: "o", value: .path("FILE"), help: "Write to this file"),
      Flag(
        .explain, value: .text("GROUP"),
        help: "Say why the members of a group are together; the first or last four digits of its fingerprint will do"),
      Flag(
        .groupBy, value: .choice("SUBJECT", SummaryPivot.Subject.allCases.map(\.rawValue)),
        help: "Count by version, os, device or cause instead"),
      Flag(.since, value: .text("DAY"), help: "Only events of this day (2026-11-20) and later"),
      Flag(.app, value: .text("TEXT"), help: "Only apps whose name or bundle identifier holds TEXT"),
    ] + gating

  /// The options that compare groups with earlier ones and make a run fail.
  static let gating: [Flag] = [
    Flag(.baseline, value: .path("SUMMARY.json"), help: "An earlier summary: mark groups that are new, list those that are gone"),
    Flag(
      .failOn, value: .choice("WHAT", FailOn.allCases.map(\.rawValue)),
      help: "Exit with 3 if there is a group that is new (needs --baseline), any group, a loop, or an unsymbolicated group"),
  ]

  /// The option that replaces what says who or which device a report comes from.
  static let redact = Flag(
    .redact, optionalValue: "list",
    help: "Replace names of users and devices, addresses, tokens and serial numbers; =list prints what would be replaced")

  /// The options that affect triage.
  static let triaging: [Flag] = [
    Flag(.rules, value: .path("FILE"), help: "More rules for triage: frames to pass over, groups, causes; repeatable"),
    Flag(.groupDepth, value: .text("N"), help: "Group reports by N functions of the app (default: 1)"),
    Flag(.launchSeconds, value: .text("N"), help: "A crash within N seconds of launch is a launch crash (default: 5)"),
    deviceSalt,
  ]

  /// The option that makes hashes of devices, and replacements, those of another run.
  static let deviceSalt = Flag(.deviceSalt, value: .text("TEXT"), help: "Mix TEXT into the hashes that tell devices apart")
}
