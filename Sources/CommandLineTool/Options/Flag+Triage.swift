internal import Triage

/// Options of summaries and triage, and of redaction, which keeps what they tell apart.
extension Flag {
  static let triaging = [
    explain, groupBy, sessions, top, since, until, app, baseline, failOn, redact, rules, groupDepth, launchSeconds, deviceSalt,
  ]

  static let explain = Flag(
    "explain", value: .text("GROUP"),
    help:
      "Explain why these reports were grouped, with a stack; GROUP is a part of the function, or four digits of the fingerprint",
    of: [.summarize]
  ) { $0.take($1, as: \.triage.explained) }

  static let groupBy = Flag(
    "group-by", value: .choice("SUBJECT", SummaryPivot.Subject.allCases.map(\.rawValue)),
    help: "Count by version, os, device, cause, day, week or owner (needs --git) instead", of: [.summarize]
  ) { $0.take(SummaryPivot.Subject(rawValue: $1), as: \.triage.pivot) }

  static let sessions = Flag(
    "sessions", value: .path("FILE"),
    help: "How often versions ran: print which share of sessions and devices was free of crashes; repeatable",
    details: [
      "FILE is CSV whose first line names columns (version, build, app, day, sessions, devices; crashed_sessions and crashed_devices if they "
        + "are known), KSCrash's summaries of runs (.run), MetricKit's metric payloads, or a directory of them. Where the file does not say "
        + "how many crashed, the crashes in the reports are counted. Intervals are Wilson's, for 95%. Without the option nothing is called a "
        + "rate."
    ], of: [.summarize]
  ) { $0.take($1, into: \.sessions) }

  static let top = Flag(
    "top", short: "n", value: .text("N"), help: "Show at most N groups in each table (default: 20; brief: 5)",
    details: ["JSON, SARIF, JUnit and the page have all groups."], of: [.summarize], expected: "a number above 0"
  ) { $0.take(number($1), as: \.triage.top) }

  static let since = Flag(
    "since", value: .text("DAY"), help: "Only events of this day (2026-11-20) and later; 7d or 2w: of the last days or weeks",
    of: [.summarize], expected: "a day such as 2026-11-20, or a number of days or weeks such as 7d or 2w"
  ) { $0.take(DayWord.first($1), as: \.triage.since) }

  static let until = Flag(
    "until", value: .text("DAY"), help: "Only events of this day and earlier", of: [.summarize],
    expected: "a day such as 2026-11-20"
  ) { $0.take(DayWord.day($1), as: \.triage.until) }

  static let app = Flag(
    "app", value: .text("TEXT"), help: "Only apps whose name or bundle identifier holds TEXT", of: [.summarize]
  ) { $0.take($1, as: \.triage.app) }

  static let baseline = Flag(
    "baseline", value: .path("SUMMARY.json"),
    help: "An earlier summary: say which groups are new, rising, falling or gone", of: [.symbolicate, .summarize],
    changesOutputs: false
  ) { $0.take($1, as: \.triage.baseline) }

  static let failOn = Flag(
    "fail-on", value: .choice("WHAT", FailOn.allCases.map(\.rawValue)),
    help:
      "Exit with 3 if there is a group that is new (needs --baseline), any failure, a crash, a loop, an unsymbolicated group, or a version with a regression (needs --sessions)",
    details: [
      "Profiles, simulated reports and requests to end are no failures. The groups are printed on standard error. The output is written in any case. Groups of an earlier summary (--baseline) are "
        + "recognized by app and fingerprint. A regression is a version with a smaller share of sessions or devices free of crashes than the "
        + "one before, if the intervals of both have nothing in common."
    ], of: [.symbolicate, .summarize], changesOutputs: false
  ) { $0.take(FailOn(rawValue: $1), as: \.triage.failOn) }

  static let redact = Flag(
    "redact", optionalValue: "list",
    help: "Replace names of users and devices, addresses, tokens and serial numbers; =list prints what would be replaced",
    details: redactDetails, of: [.symbolicate, .stream, .summarize],
    but: [
      .filter: Variant(
        takesOptionalValue: false,
        help: "Replace names of users and devices, addresses, tokens and serial numbers, also in other lines",
        details: redactDetails + [
          "Lines are passed on whole then: what a program prints without a line end waits for the end of the line."
        ])
    ]
  ) { options, word in
    options.listsSecrets = word == "list"
    return true
  }

  private static let redactDetails = [
    "Replaced are: names of users (in the paths of home directories, and under keys such as username), e-mail addresses, IP and "
      + "hardware addresses, names and identifiers of devices, serial numbers, and passwords, tokens and keys, by their form "
      + "or the key before them; also in messages and names of outputs. A value of four letters or more is then replaced "
      + "wherever it stands. IDs of images, names of code, addresses and versions stay, so that the result can still be "
      + "symbolicated. docs/REDACTION.md has all rules.",
    "A value has the same replacement in the whole run, so that groups and crash loops stay the same. The replacements of "
      + "another run are others, unless --device-salt gives both the same text.",
  ]

  static let rules = Flag(
    "rules", value: .path("FILE"), help: "More rules for triage: frames to pass over, groups, causes; repeatable", of: grouping
  ) { $0.take($1, into: \.triage.rules) }

  static let groupDepth = Flag(
    "group-depth", value: .text("N"), help: "Group reports by N functions of the app (default: 1)", of: grouping,
    expected: "a number from 1 to 5"
  ) { $0.take(number($1, in: 1...5), as: \.triage.depth) }

  static let launchSeconds = Flag(
    "launch-seconds", value: .text("N"), help: "A crash within N seconds of launch is a launch crash (default: 5)", of: grouping,
    expected: "a number of seconds"
  ) { $0.take(Double($1).flatMap { $0 > 0 && $0 <= 86_400 ? $0 : nil }, as: \.triage.launchSeconds) }

  static let deviceSalt = Flag(
    "device-salt", value: .text("TEXT"), help: "Mix TEXT into the hashes that tell devices apart", of: grouping,
    but: [
      .filter: Variant(
        details: ["The replacements of --redact are hashes with TEXT. Without the option they differ from run to run."])
    ]
  ) { $0.take($1, as: \.triage.deviceSalt) }

  /// The commands that group reports.
  private static let grouping: [Command] = [.symbolicate, .stream, .summarize]
}
