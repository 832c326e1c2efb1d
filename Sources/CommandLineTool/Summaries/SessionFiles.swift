internal import Jobs
internal import Rendering
internal import System
internal import Triage

/// Reads the files of `--sessions`.
struct SessionFiles {
  private let options: Options

  init(_ options: Options) { self.options = options }

  /// Adds how often versions ran to a summary. Returns the exit code.
  func add(to builder: inout SummaryBuilder) -> Int32 {
    guard !options.sessions.isEmpty else { return ExitCode.success }
    let inputs = InputList(options.sessions, excluding: options.output)
    var reading = SessionReading()
    var codes: [Int32] = []
    func fail(_ path: String, _ reason: String) {
      StandardStreams.report("\(path): \(reason)")
      codes.append(ExitCode.unreadable)
    }
    for failure in inputs.failures { fail(failure.path, failure.reason) }
    for input in inputs.inputs {
      do throws(SystemError) {
        let bytes = try FileSystem.contents(of: input.file, orPipe: input.isNamed)
        let result = reading.read(bytes)
        for row in result.rows { builder.add(row) }
        for problem in result.problems { StandardStreams.report("\(input.path): \(problem)") }
        if result.isOther, input.isNamed {
          fail(
            input.path,
            "no sessions: neither CSV with version and sessions or devices, nor summaries of runs, nor metric payloads")
        }
      } catch {
        fail(input.path, error.message)
      }
    }
    if inputs.hasFolder, builder.sessions.isEmpty { fail(options.sessions.joined(separator: ", "), "no file with sessions") }
    return ExitCode.worst(of: codes)
  }
}
