extension FuzzTarget {
  /// All targets.
  package static let all: [FuzzTarget] =
    reports + [edits, translation, log, stream, redaction] + debugFiles + containers + systems + scripts + records

  /// Every report format through reading, answering and all outputs.
  private static let reports: [FuzzTarget] = [
    reports("apple-text", ["apple-text"]), reports("ips", ["ips", "jetsam"]),
    reports("vendor-json", ["json", "kscrash", "metrickit", "sentry"]),
    reports("text", ["console", "dart", "minidump", "swift-backtrace", "systemd-coredump", "tombstone"]),
    FuzzTarget("report-plcrash", longest: 12_000, .protobuf, seeds: { FuzzSeeds.binaryReports }, body: ReportBodies.report),
  ]

  private static func reports(_ name: String, _ folders: [String]) -> FuzzTarget {
    FuzzTarget("report-" + name, .text, seeds: { FuzzSeeds.reports(folders) }, body: ReportBodies.report)
  }

  private static let edits = FuzzTarget("edits", .text, seeds: { FuzzSeeds.reports([""]) }, body: ReportBodies.edits)
  private static let translation = FuzzTarget(
    "translation", .text, seeds: { FuzzSeeds.reports(["ips"]) }, body: ReportBodies.translation)
  private static let log = FuzzTarget(
    "log", .text, seeds: { FuzzSeeds.reports(["console", "swift-backtrace", "systemd-coredump", "tombstone", "dart"]) },
    body: LogBodies.log)
  private static let stream = FuzzTarget(
    "stream", .text, seeds: { FuzzSeeds.reports(["ips", "metrickit"]) }, body: LogBodies.stream)
  private static let redaction = FuzzTarget(
    "redaction", .text, seeds: { FuzzSeeds.reports([""]) }, body: RedactionBody.make)

  /// Debug files and indexes.
  private static let debugFiles: [FuzzTarget] = [
    FuzzTarget("objects", longest: 70_000, .object, seeds: { FuzzSeeds.objects }, body: ObjectBodies.objects),
    FuzzTarget("dwarf", longest: 50_000, .object, seeds: { FuzzSeeds.debugInformation }, body: ObjectBodies.dwarf),
    FuzzTarget("companion", longest: 20_000, .object, seeds: { try CompanionBody.seeds }, body: CompanionBody.make),
    FuzzTarget("values", longest: 50_000, .object, seeds: { FuzzSeeds.values }, body: ValueBody.make),
    FuzzTarget("location", longest: 200, .binary, seeds: { LocationBody.seeds }, body: LocationBody.make),
    FuzzTarget("breakpad", .text, seeds: { FuzzSeeds.breakpad }, body: ObjectBodies.breakpad),
    FuzzTarget("index", longest: 20_000, .binary, seeds: { try IndexBody.seeds() }, body: IndexBody.make),
    FuzzTarget("demangle", longest: 400, .text, seeds: { FuzzSeeds.names }, body: RecordBodies.demangle),
  ]

  /// Archives, and what is in them.
  private static let containers: [FuzzTarget] = [
    FuzzTarget("archive", longest: 20_000, .binary, seeds: { FuzzSeeds.archives }, body: ArchiveBody.make),
    FuzzTarget("property-list", longest: 2_000, .text, seeds: { FuzzSeeds.propertyLists }, body: RecordBodies.propertyList),
  ]

  /// Names of Apple's systems.
  private static let systems: [FuzzTarget] = [
    FuzzTarget("shared-cache", longest: 150_000, .binary, seeds: { FuzzSeeds.sharedCaches }, body: SystemBodies.sharedCache),
    FuzzTarget("system-symbols", .binary, seeds: { SystemBodies.containers }, body: SystemBodies.container),
  ]

  /// Source maps of JavaScript.
  private static let scripts: [FuzzTarget] = [
    FuzzTarget("source-map", longest: 6_000, .text, seeds: { FuzzSeeds.sourceMaps }, body: SourceMapBodies.map),
    FuzzTarget("source-map-table", .binary, seeds: { SourceMapBodies.tables }, body: SourceMapBodies.table),
  ]

  /// What the program keeps, or what users write for it.
  private static let records: [FuzzTarget] = [
    FuzzTarget("json", longest: 4_000, .text, seeds: { FuzzSeeds.json }, body: RecordBodies.json),
    FuzzTarget("store-record", longest: 2_000, .text, seeds: { FuzzSeeds.storeRecords }, body: RecordBodies.storeRecord),
    FuzzTarget("summary", .text, seeds: { try SummaryBodies.summaries() }, body: SummaryBodies.summary),
    FuzzTarget("sessions", longest: 4_000, .text, seeds: { FuzzSeeds.sessions }, body: SummaryBodies.sessions),
    FuzzTarget("manifest", longest: 4_000, .text, seeds: { try SummaryBodies.manifests() }, body: SummaryBodies.manifest),
    FuzzTarget("rules", longest: 4_000, .text, seeds: { FuzzSeeds.rules }, body: RecordBodies.rules),
    FuzzTarget("configuration", longest: 2_000, .text, seeds: { FuzzSeeds.configurations }, body: RecordBodies.configuration),
    FuzzTarget("assistants", longest: 4_000, .text, seeds: { FuzzSeeds.messages }, body: RecordBodies.assistants),
    FuzzTarget("resolver", longest: 2_000, .binary, seeds: { ResolverBody.seeds }, body: ResolverBody.make),
  ]
}
