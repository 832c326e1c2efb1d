internal import Bytes
internal import CrashModel
internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel
internal import SymbolStore
internal import Synchronization
internal import System
internal import Workers

/// `symbolicate lookup`: addresses of one debug file, in llvm-symbolizer's output format.
struct LookupCommand {
  /// The debug file, once for each thread: several if an index answers many lines, else one.
  private var images: [LookupImage]
  private let printer: LookupPrinter
  private let names: NameStyle
  private let load: RuntimeAddress?

  /// Input larger than this is treated as a batch.
  private static let aList = 4096
  /// Input larger than this is answered without waiting for more.
  private static let longest = 16 << 20

  /// The number of threads that answer from an index, each with names of its own, or print.
  private static let mostThreads = 4
  /// The number of lines that are resolved as one batch from an index, and printed as one piece.
  private static let batch = 512

  /// Runs the command and returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    if !options.sourceMaps.isEmpty { return try SourceMapLookup.run(options) }
    guard let path = options.operands.first else { throw UsageError("no debug file given", command: .lookup) }
    if let word = options.operands.dropFirst().first(where: { HexAddress.parse($0) == nil }) {
      throw UsageError("'\(word)' is not an address; use hexadecimal digits, with or without 0x", command: .lookup)
    }
    do throws(NamedFileError) {
      let files = try NamedFile.open(path, architecture: options.architecture.map { Architecture($0) })
      let policy = options.has(.noIndex) ? IndexPolicy.live : .cached(builds: false)
      var command = LookupCommand(files, policy, options)
      return command.run(Array(options.operands.dropFirst()))
    } catch {
      let advice = error.isChoice ? "; choose one with --arch" : ""
      StandardStreams.report("\(error.path): \(error.reason)\(advice)")
      return ExitCode.unreadable
    }
  }

  private init(_ files: [ObjectFile], _ policy: IndexPolicy, _ options: Options) {
    images = [LookupImage(files, policy, jobs: Environment.processorCount)]
    printer = LookupPrinter(asJSON: options.has(.json), keepsInlines: !options.has(.noInlines))
    names = options.has(.noDemangle) ? .mangled : options.has(.fullNames) ? .full : .short
    load = options.load.map { RuntimeAddress($0) }
  }

  /// Says that a number without a name was read as hexadecimal, if it has a name as a decimal number.
  private func explainDecimals(_ addresses: [String]) {
    for text in addresses where text.utf8.count > 6 && text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let number = UInt64(text), let hex = HexAddress.parse(text), !hasName(hex), hasName(number) else { continue }
      StandardStreams.report(
        "\(text) was read as hexadecimal and has no name; as a decimal number it is 0x\(String(number, radix: 16)), which has one"
      )
    }
  }

  private func hasName(_ value: UInt64) -> Bool {
    linkAddress(value).flatMap { images[0].answers([$0], names)?.first ?? nil } != nil
  }

  private mutating func run(_ addresses: [String]) -> Int32 {
    do throws(SystemError) {
      if addresses.isEmpty {
        try answerStandardInput()
      } else {
        try answer(addresses.map { Array($0.utf8)[...] }, isLast: true)
        explainDecimals(addresses)
      }
    } catch {
      StandardStreams.report("\(error.operation == "read" ? "standard input" : "standard output"): \(error.message)")
      return error.operation == "read" ? ExitCode.unreadable : ExitCode.unwritable
    }
    if let image = images.first(where: { $0.failure != nil }), let failure = image.failure {
      StandardStreams.report("\(image.path ?? "debug file"): \(failure)")
      return ExitCode.unreadable
    }
    var told: Set<String> = []
    for problem in images.flatMap(\.problems) where told.insert(problem).inserted { StandardStreams.report(problem) }
    return ExitCode.success
  }

  /// Answers the available lines before it waits for more, so that another program may ask one by one. Many lines are answered
  /// together, because units of the debug file are then read once.
  private mutating func answerStandardInput() throws(SystemError) {
    var rest: [UInt8] = []
    while images.allSatisfy({ $0.failure == nil }) {
      let bytes = try FileSystem.readAvailable(from: 0, limit: 1 << 20)
      rest += bytes
      guard !bytes.isEmpty else { break }
      // Input of this size is a list of which more will follow.
      if rest.count < Self.longest, FileSystem.isReady(0, within: rest.count > Self.aList ? 20 : 0) { continue }
      guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
      try answer(linesOf: rest[..<end])
      rest.removeSubrange(...end)
    }
    if rest.last == UInt8(ascii: "\n") { rest.removeLast() }
    if !rest.isEmpty { try answer(linesOf: rest[...], isLast: true) }
  }

  private mutating func answer(linesOf text: ArraySlice<UInt8>, isLast: Bool = false) throws(SystemError) {
    let bytes = text.span
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start <= bytes.count {
      let end = ByteSearch.first(UInt8(ascii: "\n"), in: bytes, from: start, to: bytes.count)
      lines.append(text[text.startIndex + start..<text.startIndex + end])
      start = end + 1
    }
    try answer(lines, isLast: isLast)
  }

  private mutating func answer(_ lines: [ArraySlice<UInt8>], isLast: Bool) throws(SystemError) {
    let pieces = stride(from: 0, to: lines.count, by: Self.batch).map { $0..<min($0 + Self.batch, lines.count) }
    let threads = min(pieces.count, Environment.processorCount, Self.mostThreads)
    guard images[0].isIndexed else {
      // Units are read once for all lines.
      guard let answers = answers(lines[...], images[0]) else { return }
      // To free the last answers takes a thirtieth of 10,000 of DuckDB.
      if isLast { Environment.keepUntilExit(answers) }
      return try print(pieces, threads: threads) { [printer] _, range, output in
        answers.print(range, printer, to: &output)
        return true
      }
    }
    // If there are no units to read, a larger batch only takes more memory.
    while images.count < threads, let image = LookupImage(sharing: images[0]) { images.append(image) }
    try print(pieces, threads: min(threads, images.count)) { [self] thread, range, output in
      guard let answers = answers(lines[range], images[thread]) else { return false }
      answers.print(0..<range.count, printer, to: &output)
      return true
    }
  }

  private func answers(_ lines: ArraySlice<ArraySlice<UInt8>>, _ image: LookupImage) -> LookupAnswers? {
    LookupAnswers(lines, from: image, names, linkAddress)
  }

  /// Prints the text of pieces in their order. `text` appends that of one piece, or returns false if it has none; then nothing follows.
  private func print(
    _ pieces: [Range<Int>], threads: Int, text: @Sendable (Int, Range<Int>, inout GrowingBytes) -> Bool
  ) throws(SystemError) {
    let rest = Mutex(pieces[...])
    let failure = Mutex<SystemError?>(nil)
    let isWhole = Mutex(true)
    let spare = Mutex([[LookupOutput]](repeating: [], count: threads))
    OrderedWork(jobs: threads).run {
      failure.withLock { $0 == nil } ? rest.withLock { $0.popFirst() } : nil
    } work: { thread, piece -> LookupOutput? in
      let output = spare.withLock { $0[thread].popLast() } ?? LookupOutput(thread: thread)
      return output.fill { text(thread, piece, &$0) } ? output : nil
    } finish: { output in
      guard let output, isWhole.withLock({ $0 }) else { return isWhole.withLock { $0 = false } }
      do throws(SystemError) {
        if try output.write() { spare.withLock { $0[output.thread].append(output) } }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Returns the link-time address that a number means, or nil if it is before the image.
  private func linkAddress(_ value: UInt64) -> LinkAddress? {
    guard let load else { return LinkAddress(value) }
    return RuntimeAddress(value).offset(from: load)?.linkAddress(textBase: images[0].textBase)
  }
}
