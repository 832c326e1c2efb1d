import Foundation

/// What a program printed and how it ended.
package struct ToolRun: Sendable {
  /// The bytes on standard output.
  package var output: [UInt8]
  /// The bytes on standard error.
  package var errors: [UInt8]
  /// The exit status; a negative number is the signal that ended it.
  package var status: Int32

  /// Standard output as text.
  package var stdout: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text.
  package var stderr: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program to its end. Its environment is this process's with `environment` put over it (nil removes one) and
  /// without the variables that change what symbolicate prints.
  package static func of(
    _ program: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String?] = [:], directory: String? = nil
  ) throws -> ToolRun {
    let folder = try TemporaryFolder()
    let inputPath = try folder.write(input, to: "in")
    let outputPath = try folder.write([], to: "out")
    let errorPath = try folder.write([], to: "err")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = surroundings(with: environment, home: folder.path + "/home")
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    process.standardInput = FileHandle(forReadingAtPath: inputPath)
    process.standardOutput = FileHandle(forWritingAtPath: outputPath)
    process.standardError = FileHandle(forWritingAtPath: errorPath)
    try process.run()
    process.waitUntilExit()
    let status = process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    return ToolRun(
      output: [UInt8](try Data(contentsOf: URL(fileURLWithPath: outputPath))),
      errors: [UInt8](try Data(contentsOf: URL(fileURLWithPath: errorPath))), status: status)
  }

  private static func surroundings(with changes: [String: String?], home: String) -> [String: String] {
    let own = [
      "SYMBOLICATE_SYMBOL_PATHS", "SYMBOLICATE_STORE", "NO_COLOR", "DEBUGINFOD_CACHE_PATH", "XDG_DATA_HOME", "XDG_CACHE_HOME",
    ]
    // A home that is not there: nothing of the user's is read or changed.
    var result = ProcessInfo.processInfo.environment.filter { !own.contains($0.key) }
    result["HOME"] = home
    for (name, value) in changes { result[name] = value }
    return result
  }
}

/// The program under test.
package enum Symbolicate {
  /// The executable that the build put beside the test bundle.
  package static let path: String = {
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("symbolicate").path
  }()

  /// Runs it with arguments, see `ToolRun.of`.
  package static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String?] = [:], directory: String? = nil
  ) throws -> ToolRun {
    try ToolRun.of(path, arguments, input: input, environment: environment, directory: directory)
  }
}
