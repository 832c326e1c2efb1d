internal import CrashModel
internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel
internal import SymbolStore

/// Finds and opens the debug files of images, each once for all reports of a run.
final class ImageCatalog {
  private struct Key: Hashable {
    let id: ImageID?
    let folder: String?
    let file: String?
  }

  private let finder: SymbolFinder
  private let options: SymbolicationOptions
  private var known: [Key: ImageSymbols] = [:]

  /// An empty catalog over a search.
  init(_ finder: SymbolFinder, options: SymbolicationOptions) {
    self.finder = finder
    self.options = options
  }

  /// The debug files of an image that lies in a report in `folder`.
  func symbols(of image: BinaryImage, reportFolder folder: String?) -> ImageSymbols {
    if let file = boundFile(of: image) {
      return remember(Key(id: image.id, folder: nil, file: file)) { open(bound: file, for: image) }
    }
    guard let id = image.id else {
      let hint = "--image \(image.name ?? "NAME")=PATH names a debug file"
      return ImageSymbols(status: ImageStatus(.missing, reason: "the report gives no ID for it; \(hint)"))
    }
    if let everywhere = known[Key(id: id, folder: nil, file: nil)] { return everywhere }
    let key = Key(id: id, folder: folder, file: nil)
    if let here = known[key] { return here }
    let found = search(id, image, folder)
    known[found.status.status == .found ? Key(id: id, folder: nil, file: nil) : key] = found
    return found
  }

  private func remember(_ key: Key, _ make: () -> ImageSymbols) -> ImageSymbols {
    if let symbols = known[key] { return symbols }
    let symbols = make()
    known[key] = symbols
    return symbols
  }

  // MARK: Opening

  private func search(_ id: ImageID, _ image: BinaryImage, _ folder: String?) -> ImageSymbols {
    let query = ImageQuery(id: id, name: image.name, path: image.path, architecture: image.architecture, reportFolder: folder)
    switch finder.find(query) {
    case .found(let files):
      return ImageSymbols(
        DebugImage(files: files, jobs: options.jobs), status: ImageStatus(.found, debugFiles: files.map(\.path)))
    case .mismatched(let files, let places):
      return mismatched(files, places)
    case .damaged(let path, let reason):
      return ImageSymbols(status: ImageStatus(.damaged, debugFiles: [path], reason: reason))
    case .absent(let places):
      return ImageSymbols(status: ImageStatus(.missing, reason: Self.lookedIn(places)))
    }
  }

  private func mismatched(_ files: [DebugFile], _ places: [String]) -> ImageSymbols {
    let names = files.map { file in
      [file.path + (file.id.map { " is build \($0)" } ?? ""), file.buildText].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    var status = ImageStatus(.mismatch, debugFiles: files.map(\.path), reason: names.joined(separator: "; "))
    status.lookedIn = places
    guard options.allowsMismatch, let file = files.first, let object = finder.load(file) else {
      return ImageSymbols(status: status)
    }
    return ImageSymbols(DebugImage(files: [object], jobs: options.jobs), status: status, isMismatch: true)
  }

  private static func lookedIn(_ places: [String]) -> String {
    places.isEmpty ? "no place to look in was named: -s PATH names one" : "looked in " + places.joined(separator: ", ")
  }

  // MARK: Files that are known by their names

  /// The debug files that the user bound to an image; nil when there are none.
  func boundSymbols(of image: BinaryImage) -> ImageSymbols? {
    boundFile(of: image).map { file in remember(Key(id: image.id, folder: nil, file: file)) { open(bound: file, for: image) } }
  }

  /// A file that has an image's name, with the others of its ID.
  func symbols(of file: DebugFile, for image: BinaryImage, reportFolder folder: String?) -> ImageSymbols {
    guard let id = file.id else {
      return remember(Key(id: nil, folder: nil, file: file.path)) {
        guard let object = finder.load(file) else {
          return ImageSymbols(status: ImageStatus(.damaged, debugFiles: [file.path], reason: "it cannot be read"))
        }
        return ImageSymbols(DebugImage(files: [object], jobs: options.jobs), status: ImageStatus(.found, debugFiles: [file.path]))
      }
    }
    var known = image
    known.id = id
    known.architecture = file.architecture
    let found = symbols(of: known, reportFolder: folder)
    guard found.debugImage == nil else { return found }
    // A file at the path that the report gives lies in no place that is searched.
    return remember(Key(id: id, folder: nil, file: file.path)) {
      finder.load(file).map { object in
        ImageSymbols(DebugImage(files: [object], jobs: options.jobs), status: ImageStatus(.found, debugFiles: [file.path]))
      } ?? found
    }
  }

  // MARK: Files that the user bound

  private func boundFile(of image: BinaryImage) -> String? {
    for binding in options.bindings where image.isNamed(binding.name) {
      if case .file(let path) = binding.fact { return path }
    }
    return nil
  }

  private func open(bound path: String, for image: BinaryImage) -> ImageSymbols {
    do throws(NamedFileError) {
      let files = try Self.files(bound: path, for: image)
      let other = image.id.flatMap { id in files.lazy.compactMap(\.id).first { $0 != id } }
      let reason = other.map { "\(path) is build \($0)" }
      let status = ImageStatus(other == nil ? .found : .mismatch, debugFiles: files.map(\.path), reason: reason)
      return ImageSymbols(DebugImage(files: files, jobs: options.jobs), status: status, isMismatch: other != nil)
    } catch {
      return ImageSymbols(status: ImageStatus(.damaged, debugFiles: [path], reason: error.reason))
    }
  }

  /// The user's word counts more than the architecture, as long as it says which slice is meant.
  private static func files(bound path: String, for image: BinaryImage) throws(NamedFileError) -> [ObjectFile] {
    do throws(NamedFileError) {
      return try NamedFile.open(path, id: image.id, architecture: image.architecture)
    } catch {
      guard error.isChoice else { throw error }
      return try NamedFile.open(path, id: image.id)
    }
  }
}
