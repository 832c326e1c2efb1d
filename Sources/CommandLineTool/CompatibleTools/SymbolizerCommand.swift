internal import Bytes
internal import DebugInfo
internal import SymbolModel
internal import SymbolStore
internal import System

/// `symbolicate lookup` without a file: answers the questions of llvm-symbolizer's users, sanitizers above all, about many files.
struct SymbolizerCommand {
  private let printer: LookupPrinter
  private let names: NameStyle
  private let policy: IndexPolicy
  private let architecture: Architecture?
  /// The files of questions so far, nil for those that cannot be read. At most `limit`; then all are closed.
  private var images: [String: DebugImage?] = [:]
  private var functions: [String: FunctionsByName] = [:]

  private static let limit = 256

  /// Runs the command and returns the exit code. Throws if there are no questions.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    guard options.load == nil, !Environment.isTerminal(0) else { throw noFile }
    var command = SymbolizerCommand(options)
    var count = 0
    let code = DropInQuestions.answerStandardInput(count: &count) { line, output in
      command.append(SymbolizerQuestion(parsing: line), to: &output)
    }
    guard count > 0 || code != ExitCode.success else { throw noFile }
    return code
  }

  private static let noFile = UsageError("no debug file given, and no questions on standard input", command: .lookup)

  private init(_ options: Options) {
    printer = LookupPrinter(asJSON: options.has(.json), keepsInlines: !options.has(.noInlines))
    names = options.has(.noDemangle) ? .mangled : options.has(.fullNames) ? .full : .short
    policy = options.has(.noIndex) ? .live : .cached(builds: false)
    architecture = options.architecture.map { Architecture($0) }
  }

  /// Appends the answer to a question. What llvm-symbolizer prints if it knows nothing is the answer about data and frames, which
  /// debug files are not read for.
  private mutating func append(_ question: SymbolizerQuestion, to output: inout [UInt8]) {
    switch question.kind {
    case .data: output.append(literal: "??\n0 0\n??:?\n\n")
    case .frame: output.append(literal: "??\n\n")
    case .code:
      guard let image = image(of: question), let address = address(of: question, in: image) else {
        return printer.append(nil, for: 0, to: &output)
      }
      let answers = image.resolve([LinkAddress(address)], names: names, lineZero: .asRecorded)
      printer.append(answers.first ?? nil, for: address, to: &output)
    }
  }

  private mutating func image(of question: SymbolizerQuestion) -> DebugImage? {
    if let known = images[question.file] { return known }
    if images.count >= Self.limit { (images, functions) = ([:], [:]) }
    var image: DebugImage?
    do throws(NamedFileError) {
      image = try open(question)
    } catch {
      let name = error.path.isEmpty ? "a question without a file" : error.path
      StandardStreams.report("\(name): \(error.reason)\(error.isChoice ? "; name one after the file: FILE:ARCH" : "")")
    }
    images[question.file] = image
    return image
  }

  /// Opens the file of a question. A part after the last `:` is the architecture, unless the whole is the path of a file.
  private func open(_ question: SymbolizerQuestion) throws(NamedFileError) -> DebugImage {
    var (path, architecture) = (question.file, architecture)
    if let parts = question.parts, FileSystem.status(path) == nil { (path, architecture) = parts }
    do throws(NamedFileError) {
      return policy.open(try NamedFile.open(path), jobs: Environment.processorCount)
    } catch {
      guard error.isChoice, let architecture else { throw error }
      return policy.open(try NamedFile.open(path, architecture: architecture), jobs: Environment.processorCount)
    }
  }

  /// Returns the address of a question: a number, or the start of a function with this name, maybe with `+ADDRESS`.
  private mutating func address(of question: SymbolizerQuestion, in image: DebugImage) -> UInt64? {
    let place = question.place
    if place.utf8.first.map({ (48...57).contains($0) }) != false { return DropInAddress.parse(place) }
    let table = functions[question.file] ?? FunctionsByName(image.files)
    functions[question.file] = table
    if let function = table.functions(named: place).first { return function.start.value }
    guard let plus = place.lastIndex(of: "+"), let distance = DropInAddress.parse(place[place.index(after: plus)...]),
      let function = table.functions(named: String(place[..<plus])).first
    else { return nil }
    let (sum, overflow) = function.start.value.addingReportingOverflow(distance)
    return overflow ? nil : sum
  }
}
