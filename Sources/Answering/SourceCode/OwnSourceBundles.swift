internal import CrashModel
internal import SourceBundles
internal import SymbolModel

/// The source bundles that lie beside debug files or in the store, found by the ID of the image. One owner, one thread.
final class OwnSourceBundles {
  private let find: @Sendable (ImageID, [String]) -> [String]
  private var known: [ImageID: [Result<SourceBundle, SourceText.Refusal>]] = [:]

  /// Finds bundles with `find`, to which an ID and the paths of debug files are given.
  init(_ find: @escaping @Sendable (ImageID, [String]) -> [String]) { self.find = find }

  /// Returns a source file of the image of a frame, or nil if no bundle of that image has it. Throws if a bundle cannot be read.
  func source(_ path: String, of frame: Int, _ answers: SymbolicatedReport) throws(SourceText.Refusal) -> BuiltSource? {
    guard let image = answers.report.frames[frame].image, let id = answers.report.images[image].id else { return nil }
    let files = answers.imageStatuses.indices.contains(image) ? answers.imageStatuses[image].debugFiles : []
    let bundles = known[id] ?? find(id, files).map { SourceBundle.open($0) }
    known[id] = bundles
    for bundle in bundles {
      let bundle = try bundle.get()
      if bundle.ids.contains(id), bundle.has(path) { return bundle.source(path) }
    }
    return nil
  }
}

extension SourceBundle {
  /// Reads the manifest of a bundle.
  static func open(_ path: String) -> Result<SourceBundle, SourceText.Refusal> {
    Result { () throws(SourceText.Refusal) in
      do throws(Failure) { return try SourceBundle(path: path) } catch {
        throw SourceText.Refusal(reason: "\(path): \(error.reason)")
      }
    }
  }

  /// Returns the file that has a path in the debug information.
  func source(_ file: String) -> BuiltSource {
    BuiltSource(key: "\(path)\0\(file)", path: file, relativePath: file) { () throws(SourceText.Refusal) in
      do throws(Failure) {
        return try self.text(of: file) ?? []
      } catch {
        throw SourceText.Refusal(reason: "\(self.path): \(error.reason)")
      }
    }
  }
}
