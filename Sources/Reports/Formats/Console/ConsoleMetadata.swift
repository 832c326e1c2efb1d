import CrashModel
import SymbolModel

/// The contents of the lines around call stacks: uncaught exceptions, signals, lists of images, the lines of Umeng's service.
struct ConsoleMetadata: Sendable {
  private var exception: CrashException?
  private var images: [BinaryImage] = []
  private var umeng: [String: String] = [:]
  /// The process that ended with the exception, from the start of the line that reports it.
  private var process: LoggedProcess?
  /// What the lines above call stacks say, of the first one that says it.
  private var (pid, program): (Int?, String?)
  private var (isCrash, isLeak) = (false, false)
  /// Whether a sanitizer has reported an error.
  private(set) var isOfSanitizer = false
  /// Whether the stacks are those that systemd prints for a core dump.
  private var isCoreDump = false
  /// The message of Swift's runtime in the line before.
  private var fatalError: String?
  /// The exception whose reason continues in the next line, and the number of its lines so far.
  private var open: (found: UncaughtExceptionText.Found, lines: Int)?

  /// The reason of the exception, or nil if there is none.
  var reason: String? { exception?.reason }
  /// Whether the next line belongs to the reason of the exception.
  var isReasonOpen: Bool { open != nil }

  /// Reads a line that is not a frame. `content` is the line without blanks around it.
  mutating func read(_ bytes: [UInt8], _ content: Range<Int>) {
    if continueReason(bytes, content) { return }
    switch bytes[content.lowerBound] {
    case 48: if let read = AppleTextImageLine(bytes, content), read.image.id != nil { images.append(read.image) }
    case UInt8(ascii: "A"): readSignal(bytes, content)
    case UInt8(ascii: "d"), UInt8(ascii: "C"), UInt8(ascii: "S"), UInt8(ascii: "B"): readUmeng(bytes, content)
    default: break
    }
    if !isCoreDump, TextScan.find(bytes, content, "Stack trace of thread ") != nil { isCoreDump = true }
    if exception == nil, let mark = TextScan.find(bytes, content, "*** Terminating app") {
      readException(TextScan.text(bytes, mark..<content.upperBound))
      if exception != nil { process = LoggedProcess(bytes, content.lowerBound..<mark) }
    }
    readFatalError(bytes, content)
  }

  /// `Fatal error: Index out of range: file Swift/Array.swift, line 444` above the runtime's `Current stack trace:`.
  private mutating func readFatalError(_ bytes: [UInt8], _ content: Range<Int>) {
    if exception == nil, let reason = fatalError, TextScan.find(bytes, content, "Current stack trace:") != nil {
      var exception = CrashException()
      (exception.type, exception.reason) = ("Fatal error", reason)
      self.exception = exception
    }
    let mark = "Fatal error: "
    fatalError = TextScan.find(bytes, content, mark).map { TextScan.text(bytes, $0 + mark.utf8.count..<content.upperBound) }
  }

  private mutating func readException(_ text: String) {
    guard let found = UncaughtExceptionText.parse(text) else { return }
    take(found)
    if found.isOpen { open = (found, 1) }
  }

  private mutating func take(_ found: UncaughtExceptionText.Found) {
    var exception = CrashException()
    exception.name = found.name
    exception.reason = found.reason
    self.exception = exception
  }

  /// Reads a line of an open reason. Returns false if it is another line.
  private mutating func continueReason(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    guard let (first, lines) = open else { return false }
    var found = first
    open = nil
    if lines >= UncaughtExceptionText.maxLines || TextScan.find(bytes, content, "*** ") != nil { return false }
    found.add(TextScan.text(bytes, content))
    take(found)
    if found.isOpen { open = (found, lines + 1) }
    return true
  }

  /// `Application received signal SIGSEGV`
  private mutating func readSignal(_ bytes: [UInt8], _ content: Range<Int>) {
    guard TextScan.hasPrefix(bytes, content, "Application received signal "), exception == nil else { return }
    var exception = CrashException()
    exception.signal = TextScan.trimmedText(
      bytes, content.lowerBound + "Application received signal ".utf8.count..<content.upperBound)
    self.exception = exception
  }

  private mutating func readUmeng(_ bytes: [UInt8], _ content: Range<Int>) {
    for key in ["dSYM UUID:", "CPU Type:", "Slide Address:", "Binary Image:", "Base Address:"]
    where TextScan.hasPrefix(bytes, content, key) {
      umeng[key] = TextScan.trimmedText(bytes, content.lowerBound + key.utf8.count..<content.upperBound)
    }
  }

  /// Records what the lines above a call stack say.
  mutating func note(_ context: ConsoleStackContext) {
    if let found = context.sanitizer {
      isOfSanitizer = true
      if exception == nil { (exception, pid, isLeak) = (found.exception, found.pid, found.isLeak) }
    } else if exception == nil, let signal = context.signal {
      exception = CrashException()
      exception?.signal = signal
    } else if exception == nil, let (name, reason) = context.scriptError {
      exception = CrashException()
      exception?.name = name
      exception?.reason = reason
    }
    if context.isCrash { isCrash = true }
    program = program ?? context.program
  }

  /// Names the process: that of the line with the exception, or the program whose arguments are in the text, or Umeng's image.
  private func applyProcess(to report: inout CrashReport) {
    report.process.pid = process?.pid ?? pid
    report.time = process?.time
    if let program, program.hasPrefix("/") { report.process.path = program }
    let program = program.map { PathText.lastComponent(of: $0) }
    report.process.name = process?.name ?? program ?? umeng["Binary Image:"]
  }

  /// Adds all of it to the report.
  func apply(to report: inout CrashReport) {
    report.exception = exception
    applyProcess(to: &report)
    if exception != nil || isCrash || report.threads.contains(where: \.crashed) { report.kind = isLeak ? .leak : .crash }
    if report.threads.count > 1, exception == nil, !isCoreDump, !report.threads.contains(where: \.crashed) { report.kind = .hang }
    report.images += images
    guard let name = umeng["Binary Image:"] else { return }
    let position = report.images.firstIndex { $0.name == name } ?? report.images.count
    if position == report.images.count { report.images.append(BinaryImage(name: name)) }
    report.images[position].idText = umeng["dSYM UUID:"]
    report.images[position].id = report.images[position].idText.flatMap { ImageID(parsing: $0) }
    report.images[position].architecture = umeng["CPU Type:"].map { Architecture($0) }
    report.images[position].inApp = true
    // Newer versions print the load address; older ones print only the address that they assumed to be the load address.
    let load = (umeng["Base Address:"] ?? umeng["Slide Address:"]).flatMap { HexNumber.parse($0) }
    if let load { report.images[position].loadAddress = RuntimeAddress(load) }
  }
}
