import Foundation
import TestSupport

/// The server of Fixtures/Servers over a directory; it ends with its owner.
final class TestServer {
  private let process = Process()
  private let input = Pipe()
  private let log: String
  let url: String

  /// Starts the server.
  init(over folder: String) throws {
    log = folder + "-log"
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [FixtureFolder.path("Servers/server.py"), folder, log]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).filter(\.isNumber)
    url = "http://127.0.0.1:" + port
  }

  deinit {
    // The threads of tests may have SIGTERM blocked, which the program inherits.
    kill(process.processIdentifier, SIGKILL)
  }

  /// The paths that were asked for, and how many requests were answered at once then.
  var requests: [(path: String, active: Int)] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return (String(words[0]), Int(words[1]) ?? 0)
    }
  }
}
