package import CrashModel
import JSONText
import SymbolModel

/// Reads KSCrash's JSON reports of all versions and those of its forks (KSCrashReportFields.h).
struct KSCrashReader {
  /// The number of objects in lists of frames without a readable address.
  var unreadFrames = 0
  /// The report so far.
  var report: CrashReport
  /// The report of the crash.
  let main: JSONValue
  /// The `crash` object of a crash inside the crash handler, or nil if there was none.
  let recrash: JSONValue?
  /// The images by address.
  var table = ImageTable([])
  /// The architecture of the process.
  var architecture: Architecture?
  /// Whether the crashed thread walked its own stack.
  let isRecorded: Bool
  /// Whether the report lists threads rather than only the crashed one.
  let listsThreads: Bool
  /// The name of the app's executable.
  let executable: String?
  /// The number of stacks that libraries left for the reporter so far.
  var leftStacks = 0
  /// The string with one of the reports, which the reporter could not parse, or nil if there is none.
  let container: JSONValue?
  /// Whether the positions of frames inside `container` are relative to its own text, instead of that of the string.
  let countsInside: Bool
  /// Images created from frames, which the list does not have: load address to position.
  var loose: [UInt64: Int] = [:]

  /// The images that crash info was left in: few of hundreds.
  private(set) var speakingImages: [JSONValue] = []

  /// The fields of the current thread.
  var threadRow = JSONRow(KSCrashThreadField.self)
  /// The fields of the current frame.
  var frameRow = JSONRow(KSCrashFrameField.self)

  /// Reads one report. What it lacks stays unknown.
  static func read(_ body: JSONValue, _ container: KSCrashContainer?, _ known: KnownImages? = nil) -> CrashReport {
    var reader = KSCrashReader(body, container)
    reader.readAll(known)
    reader.readUsersStacks(body)
    reader.readStackContents()
    reader.readMemory()
    KSCrashMetadata.fill(&reader.report, main: reader.main, outer: body, container, speakingImages: reader.speakingImages)
    KSCrashEvent.fill(&reader.report, reader.main)
    if let unread = UnreadFrames.diagnostic(reader.unreadFrames) { reader.report.diagnostics.append(unread) }
    reader.report.diagnostics =
      JSONFlaws.diagnostics(of: [body], threads: reader.report.threads.count) + reader.report.diagnostics
    return reader.report
  }

  /// Returns only the stacks, those inside a string with positions in its text: see `KSCrashContainer`.
  static func readInside(_ body: JSONValue) -> CrashReport {
    var reader = KSCrashReader(body, KSCrashContainer(body), countsInside: true)
    reader.readAll()
    return reader.report
  }

  private mutating func readAll(_ known: KnownImages? = nil) {
    readImages(known)
    readStacks()
  }

  /// Reads the stacks in the app's own data, at any key: libraries on top of KSCrash store whole events there.
  private mutating func readUsersStacks(_ body: JSONValue) {
    guard main.document === body.document, let user = main["user"], user.kind == .object else { return }
    let search = StackSearch(user, named: "user")
    if search.holdsFrames { report = GenericJSONStackReader.add(search, to: report) }
  }

  private init(_ body: JSONValue, _ container: KSCrashContainer?, countsInside: Bool = false) {
    self.countsInside = countsInside
    report = CrashReport(format: .kscrash)
    report.frames.reserveCapacity(min(body.range.count / 160, 2_048))
    let outer: JSONValue?
    (main, outer) = Self.reports(in: body, container)
    self.container = container?.string
    recrash = outer?["crash"]
    listsThreads = main["crash"]?["threads"] != nil
    executable = main["system"]?["CFBundleExecutable"]?.string
    let type = main["crash"]?["error"]?["type"]?.string
    isRecorded = ["nsexception", "cpp_exception", "user"].contains(type)
  }

  /// Returns the report of the crash, and that of a crash inside the crash handler if there is one: version 2 puts it inside the
  /// other one, version 3 outside.
  static func reports(in body: JSONValue, _ container: KSCrashContainer?) -> (main: JSONValue, recrash: JSONValue?) {
    guard let inner = container?.report ?? body["recrash_report"], inner.kind == .object else { return (body, nil) }
    return body["crash"]?["threads"] == nil ? (inner, body) : (body, inner)
  }

  // MARK: Images

  private mutating func readImages(_ known: KnownImages?) {
    let list = main["binary_images"] ?? main["crash"]?["binary_images"]
    var rows = ImageRows<KSCrashImageField>(saying: KSCrashImageField.whatItIs, .kscrash, known: known)
    report.images.reserveCapacity(min((list?.range.count ?? 0) / 160, 1_024))
    var elements = list?.elements ?? .none
    while rows.readNext(&elements) {
      guard rows.row.isObject else { continue }
      report.images.append(Self.image(&rows))
      if KSCrashImageField.crashInfo.contains(where: { rows.row[$0] != nil }) { speakingImages.append(rows.row.value) }
    }
    table = ImageTable(report.images)
    let system = main["system"]
    let name = system?["binary_arch"]?.string ?? system?["cpu_arch"]?.string
    architecture = report.images.first?.architecture ?? name.map { Architecture($0) }
  }

  private static func image(_ rows: inout ImageRows<KSCrashImageField>) -> BinaryImage {
    var image = rows.image { row in
      let path = row.string(.path)
      var build = BinaryImage.Build(name: path.map { PathText.lastComponent(of: $0) }, path: path)
      build.idText = row.string(.uuid)
      build.id = build.idText.flatMap { ImageID(parsing: $0) }
      let subtype = row.int64(.cpuSubtype) ?? 0
      build.architecture = row.int64(.cpuType).flatMap { Architecture(machCPUType: $0, subtype: subtype) }
      return BinaryImage(build, inApp: ImageOwnership.isInApp(path: path))
    }
    image.sourceRange = rows.row.range
    image.loadAddress = rows.row.address(.imageAddr).map { RuntimeAddress($0) }
    image.size = rows.row.address(.imageSize).flatMap { $0 == 0 ? nil : $0 }
    return image
  }
}

extension ReportFormat {
  /// KSCrash's JSON reports and those of its forks.
  package static let kscrash = ReportFormat(
    "kscrash", title: "KSCrash report", listing: "KSCrash JSON", traits: [.knowsOwnLaunchOnly, .hasUnorderedRegisters])
}
