internal import DebugInfo
internal import ObjectFiles
internal import SourceMaps
internal import SymbolModel
internal import SymbolStore
internal import System

/// `symbolicate index`: builds the indexes of debug files ahead of time.
enum IndexCommand {
  /// Runs the command and returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    guard !options.operands.isEmpty else { throw UsageError("no debug file given", command: .index) }
    let policy = IndexPolicy.cached(builds: true)
    let jobs = options.jobs ?? Environment.processorCount
    var code = ExitCode.success
    for path in options.operands {
      if let line = prepare(map: path, &code) {
        if !options.has(.quiet), !line.isEmpty, StandardStreams.printResult(line + "\n") != ExitCode.success {
          return ExitCode.unwritable
        }
        continue
      }
      do throws(NamedFileError) {
        for files in try NamedFile.openAll(path) {
          guard let line = prepare(files, path, policy, jobs) else {
            code = ExitCode.unreadable
            continue
          }
          if !options.has(.quiet), StandardStreams.printResult(line + "\n") != ExitCode.success { return ExitCode.unwritable }
        }
      } catch {
        StandardStreams.report("\(error.path): \(error.reason)")
        code = ExitCode.unreadable
      }
    }
    return code
  }

  /// Decodes a source map into the cache. Returns the line to print, or nil for any other file. A map that cannot be used is
  /// reported.
  private static func prepare(map path: String, _ code: inout Int32) -> String? {
    guard path.hasSuffix(".map"), let size = FileSystem.status(path)?.size else { return nil }
    do throws(SourceMapFile.Failure) {
      let wasCached = SourceMapFile.isCached(path: path, .standard())
      let file = try SourceMapFile(path: path, cache: .standard())
      let id = file.debugID.flatMap { ImageID(parsing: $0) }.map { "\($0) " } ?? ""
      return "\(wasCached ? "present " : "built   ") \(id)\(path)" + (wasCached ? "" : ", \(DebugFile.size(size))")
    } catch {
      StandardStreams.report("\(path): no index: \(error)")
      code = ExitCode.unreadable
      return ""
    }
  }

  /// Builds one index. Returns the line to print, or nil if it could not be built and that was reported.
  private static func prepare(_ files: [ObjectFile], _ path: String, _ policy: IndexPolicy, _ jobs: Int) -> String? {
    let file = files.first
    let name = [file?.id?.description, file?.architecture?.name, path].compactMap { $0 }.joined(separator: " ")
    do throws(ObjectFileError) {
      switch try policy.prepare(files, jobs: jobs) {
      case .built(let size): return "built    \(name), \(DebugFile.size(size))"
      case .present: return "present  \(name)"
      case .impossible(let reason):
        StandardStreams.report("\(path): no index: \(reason)")
        return nil
      }
    } catch {
      StandardStreams.report("\(path): no index: \(error)")
      return nil
    }
  }
}
