import Foundation
import Symbolication

/// Symbolicates the reports in a directory, or one report on standard input, as a server does with uploads: many at once, each with
/// a time limit, and a list of debug files to ask for at the end.
///
/// Usage: CrashServer DEBUGFILES [DIRECTORY]
@main struct CrashServer {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard let debugFiles = words.first, words.count <= 2 else {
      print("usage: CrashServer DEBUGFILES [DIRECTORY]")
      exit(2)
    }
    let server = CrashServer(symbolicator: Symbolicator(debugFiles: DebugFileLocations(paths: [debugFiles])))
    var missing: Set<MissingDebugFile> = []
    if let directory = words.dropFirst().first {
      await withTaskGroup(of: Answer.self) { group in
        for upload in uploads(in: directory) { group.addTask { await server.answer(upload) } }
        for await answer in group { missing.formUnion(show(answer)) }
      }
    } else {
      let bytes = [UInt8](FileHandle.standardInput.readDataToEndOfFile())
      missing = show(await server.answer(Upload(name: "standard input", bytes: bytes)))
    }
    for file in missing.sorted(by: { ($0.imageName ?? "") < ($1.imageName ?? "") }) {
      print("needed: \(file.imageName ?? "?") \(file.architecture ?? "") \(file.id ?? "without an ID")")
    }
  }

  /// What a client sent.
  struct Upload: Sendable {
    let name: String
    let bytes: [UInt8]
  }

  /// What is printed for an upload.
  struct Answer: Sendable {
    var lines: [String] = []
    var missing: [MissingDebugFile] = []
  }

  let symbolicator: Symbolicator
  static let timeLimit = Duration.seconds(60)

  /// Answers one upload, which may hold several reports, or none.
  func answer(_ upload: Upload) async -> Answer {
    var answer = Answer()
    do {
      for report in try CrashReport.reports(in: upload.bytes, name: upload.name) {
        let result = try await symbolicate(report)
        let counts = result.appFrameCounts
        answer.lines.append("\(upload.name): \(counts.resolved) of \(counts.total) frames, group \(result.group ?? "unknown")")
        if let frame = result.primaryFrames.first(where: \.isInApp), let function = frame.functions.first {
          answer.lines.append("  \(function.name) \(function.file ?? "?"):\(function.line ?? 0)")
        }
        answer.missing += result.missingDebugFiles
      }
    } catch let error as SymbolicationError {
      answer.lines.append("\(error)")
    } catch {
      answer.lines.append("\(upload.name): took too long")
    }
    return answer
  }

  /// Symbolicates a report within the time limit.
  func symbolicate(_ report: CrashReport) async throws -> SymbolicatedReport {
    try await withThrowingTaskGroup(of: SymbolicatedReport.self) { group in
      group.addTask { try await symbolicator.symbolicate(report) }
      group.addTask {
        try await Task.sleep(for: Self.timeLimit)
        throw CancellationError()
      }
      defer { group.cancelAll() }
      guard let result = try await group.next() else { throw CancellationError() }
      return result
    }
  }

  static func show(_ answer: Answer) -> Set<MissingDebugFile> {
    for line in answer.lines { print(line) }
    return Set(answer.missing)
  }

  static func uploads(in directory: String) -> [Upload] {
    let names = (FileManager.default.enumerator(atPath: directory)?.allObjects as? [String] ?? []).sorted()
    return names.compactMap { name in
      var isDirectory: ObjCBool = false
      let path = directory + "/" + name
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue,
        let data = FileManager.default.contents(atPath: path)
      else { return nil }
      return Upload(name: name, bytes: [UInt8](data))
    }
  }
}
