import Foundation
import TestSupport

/// The inputs that go through every way into the program: each fixture, a log whose later call stack needs the images of an earlier one,
/// a file of several reports, and damaged reports. Debug files of some are damaged, too.
struct AgreementInputs: Sendable {
  /// What `symbolicate` found, made once.
  static let shared = Result { try AgreementInputs() }

  static let symbols = ["-s", FixtureFolder.path("Binaries"), "-s", FixtureFolder.path("Malformed/out")]
  private static let cut = [
    "ips/ios-arm64/Shop-2026-11-20-114303.ips", "kscrash/mach/report.json", "apple-text/ios-arm64/Shop.crash",
    "metrickit/payload/payload.json", "swift-backtrace/clang/crash.json", "console/first-throw/console.log",
  ]

  /// The directory of everything.
  let folder: TemporaryFolder
  /// The directory with the inputs.
  let path: String
  /// The names of the inputs, without directories.
  let names: [String]
  /// The answered reports of each input, as JSON.
  private(set) var answers: [String: [AgreementReport]]
  /// The output of each input in its own format.
  private(set) var edited: [String: [UInt8]]

  private init() throws {
    folder = try TemporaryFolder()
    var inputs: [String: [UInt8]] = [:]
    for path in FixtureFolder.files(below: "Reports") where !path.hasSuffix(".tsv") {
      inputs[String(path.dropFirst("Reports/".count)).replacing("/", with: "_")] = try FixtureFolder.bytes(path)
    }
    inputs["later-stack.log"] = try Self.logWithLaterStack()
    inputs["several.crash"] =
      try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash")
      + FixtureFolder.bytes("Reports/apple-text/ios-swift/Shop.crash")
    for path in Self.cut {
      let bytes = try FixtureFolder.bytes("Reports/" + path)
      inputs["cut_" + path.replacing("/", with: "_")] = Array(bytes.prefix(bytes.count * 2 / 3))
    }
    for (name, bytes) in inputs { try folder.write(bytes, to: "in/" + name) }
    names = inputs.keys.sorted()
    path = URL(fileURLWithPath: folder.path + "/in").resolvingSymlinksInPath().path
    (answers, edited) = ([:], [:])
    answers = try answered(into: "json").answers
    edited = try outputs("same", into: "same", suffix: "").bytes
  }

  /// Returns the bytes of an input.
  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))) }

  /// Runs the program, with a cache that is not the user's.
  func run(_ arguments: [String], input: [UInt8] = []) throws -> ToolRun {
    try Symbolicate.run(arguments, input: input, environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
  }

  /// A server's log with a Swift backtrace, and the same crash after a restart without its list of images.
  private static func logWithLaterStack() throws -> [UInt8] {
    let log = try FixtureFolder.text("Reports/swift-backtrace/text/server.log")
    guard let start = log.range(of: "*** Program crashed"), let end = log.range(of: "\nImages") else { return [] }
    return Array("\(log)\nrestarted\n\(log[start.lowerBound..<end.lowerBound])\n".utf8)
  }

  /// Writes all inputs in a format into a directory. Returns the outputs by the name of the input, and what the program said.
  func outputs(_ format: String, into directory: String, suffix: String) throws -> (bytes: [String: [UInt8]], said: String) {
    let run = try run(Self.symbols + ["-o", "\(folder.path)/\(directory)", "-f", format, path])
    var bytes: [String: [UInt8]] = [:]
    for name in names {
      let url = URL(fileURLWithPath: "\(folder.path)/\(directory)/\(name)\(suffix)")
      bytes[name] = (try? Data(contentsOf: url)).map { [UInt8]($0) }
    }
    return (bytes, run.stderr)
  }

  /// Symbolicates all inputs as JSON into a directory.
  func answered(into directory: String) throws -> (answers: [String: [AgreementReport]], said: String) {
    let outputs = try outputs("json", into: directory, suffix: ".json")
    return (try outputs.bytes.mapValues { try AgreementReport.all(in: Data($0)) }, outputs.said)
  }
}
