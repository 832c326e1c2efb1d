import Foundation

/// Reports that led to a finding: each is saved as a file and named on standard output.
final class Findings {
  private let directory: String
  /// The number of findings so far.
  private(set) var count = 0

  /// Saves files in a directory, which is made when it is needed.
  init(directory: String) { self.directory = directory }

  /// Saves a report under a name.
  func keep(_ name: String, _ bytes: [UInt8], _ what: String) {
    count += 1
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let path = directory + "/" + name
    if !FileManager.default.createFile(atPath: path, contents: Data(bytes)) { say("\(path) could not be written") }
    say("FOUND \(path): \(what)")
  }
}
