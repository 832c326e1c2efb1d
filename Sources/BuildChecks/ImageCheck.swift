internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel
internal import SymbolStore
internal import System

/// Judges one image of a build: finds its debug files, opens the best of them, and looks functions up in it.
struct ImageCheck {
  private let finder: SymbolFinder
  private let given: [DebugFile]
  private let folder: String?
  private let jobs: Int

  /// Below this part of the sampled functions with debug information, some code was compiled without it. Compilers add functions
  /// of their own to every image, and some link in objects of the system, so that few images have it for all.
  private static let minDescribed = 0.5
  /// The least sample for that: small programs consist of the linker's functions.
  private static let minSampled = 50
  /// The least sample that shows that debug information is of something else.
  private static let minUnknown = 10

  /// Prepares to judge images by the debug files that `finder` finds, and by those in `folder`, if it is not nil. `given` are the
  /// debug files of the build and of --symbols.
  init(_ finder: SymbolFinder, given: [DebugFile], beside folder: String?, jobs: Int) {
    self.folder = folder
    self.finder = finder
    self.given = given
    self.jobs = jobs
  }

  /// Returns the verdict on one image.
  func check(_ image: BuildContents.Image) -> BuildCheck.Image {
    var result = BuildCheck.Image(name: Path.lastComponent(of: image.path), path: image.path)
    result.id = image.header.id
    result.architecture = image.header.architecture
    result.isELF = image.file?.container == .elf
    if Self.isRuntime(image.path) {
      result.status = .runtime
    } else if let id = image.header.id {
      judge(image, id, &result)
    } else {
      judgeWithoutID(image, &result)
    }
    return result
  }

  /// Returns whether a file is one of Apple's Swift libraries: apps for old systems contain them, and .xcarchive and .ipa have
  /// copies of them beside the app.
  private static func isRuntime(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    return name.hasPrefix("libswift") && name.hasSuffix(".dylib") || parts.contains("SwiftSupport")
  }

  private func judge(_ image: BuildContents.Image, _ id: ImageID, _ result: inout BuildCheck.Image) {
    let path = image.file?.container == .elf ? FileSystem.absolute(image.path) : nil
    let query = ImageQuery(
      id: id, name: result.name, path: path, architecture: image.header.architecture, reportFolder: folder)
    switch finder.find(query) {
    case .found(let files), .system(_, let files):
      judge(image, files, &result)
    case .indexed(let stored, let files):
      result.debugFile = stored.path
      guard stored.holdsDebugInformation else { return judge(image, files, &result) }
      sample(image, DebugImage(index: stored.index, files: files), &result)
    case .damaged(let path, let reason):
      (result.status, result.debugFile, result.damage) = (.damaged, path, reason)
    case .mismatched, .absent:
      result.status = .missing
    }
    if result.status == .missing { result.nearMisses = nearMisses(of: result) }
  }

  /// Judges an image whose ID these files have, the image's own among them.
  private func judge(_ image: BuildContents.Image, _ files: [ObjectFile], _ result: inout BuildCheck.Image) {
    if let best = files.first(where: { $0.contentRank >= .breakpad }) {
      result.debugFile = best.path
      let summary = DebugFileSummary.Slice(reading: best)
      (result.versions, result.units) = (summary.versions, summary.units)
      sample(image, DebugImage(files: files, jobs: jobs), &result)
      if result.status == .ok, let damage = summary.damage { result.warnings.append(.other(damage)) }
    } else if let other = given.first(where: { $0.id == result.id && $0.path != result.path }) {
      (result.status, result.debugFile) = (other.contentRank > .exports ? .symbols : .empty, other.path)
    } else {
      result.status = .missing
    }
  }

  /// Judges a program without an ID by the debug file that an ELF file names.
  private func judgeWithoutID(_ image: BuildContents.Image, _ result: inout BuildCheck.Image) {
    result.status = .noID
    guard let file = image.file, file.container == .elf else { return }
    result.debugFile = file.hasDWARF ? file.path : SymbolFinder.companion(of: file)?.path
  }

  private func sample(_ image: BuildContents.Image, _ debug: DebugImage, _ result: inout BuildCheck.Image) {
    let sample = FunctionSample(of: image.file, in: debug)
    (result.sampled, result.described, result.lined) = (sample.count, sample.described, sample.lined)
    let sources = SourceLocations(sample.files)
    result.sourceRoot = sources.root
    result.status = .ok
    if let failure = debug.failure { (result.status, result.damage) = (.damaged, failure) }
    if sample.described > 0, sample.lined == 0 { result.status = .noLines }
    if sample.count >= Self.minUnknown, sample.described == 0 {
      result.status = .symbols
    } else if sample.count >= Self.minSampled, Double(sample.described) < Double(sample.count) * Self.minDescribed {
      result.warnings.append(.fewFunctions)
    }
    for problem in debug.problems { note(problem, &result) }
    sources.warning.map { result.warnings.append($0) }
  }

  private func note(_ problem: DebugFileProblem, _ result: inout BuildCheck.Image) {
    switch problem.kind {
    case .damaged(let reason): (result.status, result.damage) = (.damaged, reason)
    case .missingPart(let name):
      guard result.status != .damaged, result.status != .incomplete else { return }
      (result.status, result.damage) = (.incomplete, name)
    case .hiddenNames: if result.status == .ok { result.status = .obfuscated }
    case .damagedIndex: result.warnings.append(.other("\(problem)"))
    }
  }

  /// Returns the debug files that have the image's name and debug information, but another ID: those of its architecture, if there
  /// are any.
  private func nearMisses(of image: BuildCheck.Image) -> [BuildCheck.OtherFile] {
    let others = finder.files(named: image.name, reportFolder: folder).filter { $0.contentRank == .dwarf && $0.id != image.id }
    let same = others.filter { $0.architecture == image.architecture }
    return (same.isEmpty ? others : same).prefix(Self.maxNearMisses).map { BuildCheck.OtherFile($0) }
  }

  private static let maxNearMisses = 3
}

extension BuildCheck.OtherFile {
  /// Takes the headers of a debug file, and reads the bundle around it.
  init(_ file: DebugFile) {
    self.init(path: file.path, id: file.id, architecture: file.architecture, build: file.buildText)
  }
}
