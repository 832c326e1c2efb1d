internal import Bytes
internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel
internal import SymbolStore
internal import System

/// A debug file that a drop-in command reads.
struct DropInImage {
  /// The answers.
  let image: DebugImage
  /// The file that the user named, inside its bundle.
  let file: ObjectFile
  /// The link-time addresses of the image.
  let range: Range<UInt64>
  /// The starts of all functions, ascending, and the range of code for which they are known. Empty for a file without a list.
  private let starts: [LinkAddress]
  private let code: Range<UInt64>

  /// Opens a file. Throws if it cannot be read or contains several architectures and none of them is `architecture`. With
  /// `searches`, a file without debug information is completed by those with its ID in the user's store and search paths.
  init(path: String, architecture: Architecture? = nil, searches: Bool = false) throws(NamedFileError) {
    var files = try NamedFile.open(path, architecture: architecture)
    if searches, !files.contains(where: \.hasDWARF) { files = Self.found(for: files) + files }
    guard let file = files.last else { throw NamedFileError(path: path, reason: "no debug file") }
    self.file = file
    image = IndexPolicy.cached(builds: false).open(files, jobs: Environment.processorCount)
    let loaded = file.sections.filter { $0.debugName == nil && $0.size > 0 && $0.address.value >= file.textBase.value }
    let end = loaded.map { $0.address.value.addingReportingOverflow($0.size).partialValue }.max() ?? file.textBase.value
    range = file.textBase.value..<max(end, file.textBase.value)
    let text = file.sections.first { $0.isCode && $0.size > 0 }
    code = (text?.address.value ?? 0)..<max(text?.address.value ?? 0, text.map { $0.address.value &+ $0.size } ?? 0)
    starts = file.kind == .debugCompanion ? [] : file.symbolTable().starts
  }

  /// Returns the debug files that have the ID of a file, from the places where reports look for them.
  private static func found(for files: [ObjectFile]) -> [ObjectFile] {
    guard let id = files.lazy.compactMap(\.id).first else { return [] }
    let finder = SymbolFinder(SearchPaths(symbols: [], store: nil))
    guard case .found(let found) = finder.find(ImageQuery(id: id)) else { return [] }
    return found.filter(\.hasDWARF)
  }

  /// The name of the image: that of its file.
  var name: String { Path.lastComponent(of: file.path) }

  /// Prints the problems of the files. Returns the exit code of the command, which is `code` if they could be read.
  func tellProblems(_ code: Int32) -> Int32 {
    for problem in image.problems { StandardStreams.report("\(problem.path): \(problem)") }
    guard let failure = image.failure else { return code }
    StandardStreams.report("\(file.path): \(failure)")
    return ExitCode.worst(of: [code, ExitCode.unreadable])
  }

  /// Returns what is known of an address, or nil.
  func answer(at address: UInt64, names: NameStyle) -> ResolvedAddress? {
    image.resolve([LinkAddress(address)], names: names, lineZero: .asRecorded).first ?? nil
  }

  /// Returns the distance from the start of the function around an address, which may have no name, or nil if no list of
  /// functions has it.
  func distanceInFunction(of address: UInt64) -> UInt64? {
    guard code.contains(address) else { return nil }
    let next = starts.partitionPoint { $0.value > address }
    return next > 0 ? address - starts[next - 1].value : nil
  }
}
