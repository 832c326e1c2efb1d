internal import CrashModel
internal import Rendering
internal import SourceMaps
internal import SymbolModel
internal import SymbolStore
internal import System

/// `symbolicate inspect` for source maps: prints their IDs and contents.
struct SourceMapInspection {
  private let options: Options
  private let store: DebugStore?

  /// Prepares to inspect.
  init(_ options: Options) {
    self.options = options
    store = SearchPaths.storePath(named: options.store).map { DebugStore(path: $0) }
  }

  /// Returns whether a file may be a source map: its name ends in `.map`, and it begins like JSON.
  static func mayBeMap(_ path: String) -> Bool {
    guard path.hasSuffix(".map"), let start = try? FileSystem.beginning(of: path, limit: 64) else { return false }
    return start.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "{") || start.starts(with: ")]}'".utf8)
  }

  /// Inspects files. Returns the exit code.
  func run(_ paths: [String]) -> Int32 {
    var codes: [Int32] = []
    var summaries: [SourceMapSummary] = []
    for path in paths {
      do throws(SourceMapFile.Failure) {
        summaries.append(summary(try SourceMapFile(path: path, cache: nil)))
      } catch {
        StandardStreams.report("\(path): \(error)")
        codes.append(ExitCode.unreadable)
      }
    }
    let output = options.has(.json) ? JSONRenderer().sourceMaps(summaries) : text(summaries)
    codes.append(StandardStreams.printResult(output))
    return ExitCode.worst(of: codes)
  }

  private func text(_ summaries: [SourceMapSummary]) -> [UInt8] {
    let lines = summaries.flatMap { SourceMapSummaryText.lines($0, size: DebugFile.size) }
    return TerminalText.visible(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  private func summary(_ file: SourceMapFile) -> SourceMapSummary {
    var summary = SourceMapSummary(path: file.path)
    summary.size = FileSystem.status(file.path)?.size
    summary.bundle = file.map.file
    summary.id = file.debugID.flatMap { ImageID(parsing: $0) }
    summary.sources = file.map.sourceCount
    summary.packageSources = file.map.vendoredSourceCount
    summary.texts = file.map.contentCount
    summary.mappings = file.map.mappingCount
    summary.isStored = summary.id.map { !(store?.entries(of: $0) ?? []).isEmpty } ?? false
    return summary
  }
}
