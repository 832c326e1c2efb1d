internal import Bytes
internal import CrashModel

/// What the conditions of rules are asked about. A class, since every rule of a hundred looks at it. One owner, one thread.
final class CauseInput {
  /// The report with its answers.
  let answers: SymbolicatedReport
  /// The class.
  let failure: FailureClass
  /// Its name, which many rules are compared with.
  let failureName: String
  /// The speaker and its functions.
  let speaker: RepresentativeStack
  let view: StackView
  /// The texts that give reasons.
  let texts: [ReportTexts.Text]
  /// The whole address that was accessed; nil when unknown.
  let fault: UInt64?
  /// The codes of the exception.
  let codes: [UInt64]
  private let readOthers: () -> [(thread: Int, entry: StackEntry)]
  /// The functions of other threads, which are read when a rule asks.
  private(set) lazy var others = readOthers()
  /// What the functions of the speaker below signal frames match.
  private(set) lazy var marks = StackMarks(view.entries[view.visible])
  /// What `others` match.
  private(set) lazy var otherMarks = StackMarks(others.lazy.map(\.entry))
  /// The first function that is not the reporter's.
  private(set) lazy var top = view.top
  /// What that function matches.
  private(set) lazy var topMarks = top?.marks ?? []
  /// The known code that a system ended the process with; nil when there is none.
  private(set) lazy var killCode = FailureClass.killCode(of: report)
  /// What the tests found that were asked already.
  private var tests: [(test: NamedTest, evidence: TriageCause.Evidence?)] = []

  let report: CrashReport

  /// Puts together what is known.
  init(
    _ answers: SymbolicatedReport, failure: FailureClass, speaker: RepresentativeStack, view: StackView,
    others: @escaping () -> [(thread: Int, entry: StackEntry)]
  ) {
    self.answers = answers
    report = answers.report
    self.failure = failure
    failureName = failure.name
    self.speaker = speaker
    self.view = view
    readOthers = others
    texts = ReportTexts(answers.report).all
    codes = answers.report.exception?.codes.map(NumberParser.list) ?? []
    fault = Self.fault(answers.report, failure, texts)
  }

  /// What a test finds; nil when it does not hold. Several rules ask the same.
  func evidence(of test: NamedTest) -> TriageCause.Evidence? {
    // Through a span: to take an element out of the list copies it.
    for position in tests.indices where tests.span[position].test == test { return tests[position].evidence }
    let evidence = test.evidence(self)
    tests.append((test, evidence))
    return evidence
  }

  /// The fault address; where it is not reported, the first number of the text on memory regions ("0 is not in any region").
  private static func fault(_ report: CrashReport, _ failure: FailureClass, _ texts: [ReportTexts.Text]) -> UInt64? {
    guard failure == .badAccess || failure == .stackOverflow else { return nil }
    if let address = report.exception?.wholeFaultAddress { return address.value }
    let metric = "virtualMemoryRegionInfo: "
    guard let region = texts.first(where: { $0.path == "extra.vmRegionInfo" || $0.text.hasPrefix(metric) })?.text else {
      return nil
    }
    let word = region.replacingPrefix(metric).replacingPrefix("VM Region Info: ").prefix { $0 != " " }
    return word.hasPrefix("0x") || word.allSatisfy(\.isNumber) ? NumberParser.value(word) : nil
  }

  private var thread: Int? { speaker.thread ?? report.threads.firstIndex(where: \.crashed) }

  /// The registers of the speaker's thread, else of the crashed one; empty when they are not reported.
  var registers: [Register] { thread.map { report.threads[$0].registers } ?? [] }

  /// The value of a register of the speaker's thread by one of its names; nil when it is not reported.
  func register(_ names: String...) -> UInt64? { registers.first { names.contains($0.name) }?.value }

  /// Whether an Intel processor reports a general protection fault, which comes without the address.
  var isProtectionFault: Bool {
    report.exception?.type == "EXC_BAD_ACCESS" && codes.first == 13
      || report.exception?.subtype?.containsBytes(of: "EXC_I386_GPFLT") == true
  }

  /// The first register that holds no address of a 64-bit Intel processor, and its path; nil when there is none.
  var nonCanonicalRegister: (register: Register, path: String)? {
    guard let thread else { return nil }
    let found = registers.first { register in
      let high = register.value >> 47
      return register.name != "rip" && register.name != "rflags" && high != 0 && high != 0x1_ffff
    }
    return found.map { ($0, "\(StackRef.thread(thread).path).registers.\($0.name)") }
  }

  /// The image that an address lies in; nil when it lies in none, or in one whose size is not reported.
  func image(at address: UInt64) -> BinaryImage? {
    ImageTable(report.images).position(of: .init(address)).map { report.images[$0] }.flatMap { $0.size == nil ? nil : $0 }
  }

  /// The program counter, or the address of the first frame of the crashed thread, which is the same; nil when neither is reported.
  var programCounter: UInt64? {
    if let register = register("pc", "rip", "eip") { return register }
    guard let thread, let first = report.threads[thread].frames.first, report.frames[first].kind == .exact else { return nil }
    return report.frames[first].address?.value
  }
  /// The first function with a name or place, for sentences.
  var topWords: String {
    let named = ([top].compactMap { $0 } + view.entries[view.visible]).first {
      !$0.identity.isEmpty && $0.name != nil || $0.place != nil
    }
    return named?.identity ?? "code without a name"
  }
  /// The stack pointer; nil when it is not reported.
  var stackPointer: UInt64? { register("sp", "rsp", "esp") }

  /// Whether the process ran on a 64-bit Intel processor.
  var isIntel64: Bool { register("rip") != nil }

  /// The major version of the system; nil when unknown.
  var systemMajor: Int? { report.system.version.flatMap { Int($0.prefix { $0.isNumber }) } }

  /// The path of a function of the speaker in the JSON output; of a call tree's functions that of the tree, which has them at any depth.
  func path(_ entry: StackEntry) -> String {
    speaker.stack?.path(ofFrame: entry.position) ?? "frames[\(entry.position)]"
  }
}
