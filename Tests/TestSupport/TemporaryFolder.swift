import Foundation

/// A folder of one test's own, removed when the owner goes away.
package final class TemporaryFolder: Sendable {
  /// Its path, without a trailing `/`.
  package let path: String

  /// Makes an empty folder below the system's temporary folder.
  package init() throws {
    path = NSTemporaryDirectory() + "/symbolicate-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { print("left after: \(path): \(error)") }
  }

  /// Writes a file below the folder, with the folders it needs, and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// The same for text.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  /// Writes a program that can be started at once, and returns its path. Another process writes it: a process that another test starts
  /// inherits what this one has open for writing, and a program that anybody has open for writing cannot be started (ETXTBSY).
  @discardableResult
  package func writeProgram(_ text: String, to name: String) throws -> String {
    let source = try write(text, to: name + ".text")
    let program = path + "/" + name
    let run = try ToolRun.of("/bin/sh", ["-c", #"cat "$1" >"$2" && chmod 755 "$2""#, "sh", source, program])
    guard run.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: program]) }
    return program
  }

  /// Copies a file or folder to `name` below the folder and returns its path.
  @discardableResult
  package func copy(_ source: String, to name: String) throws -> String {
    let target = path + "/" + name
    let parent = URL(fileURLWithPath: target).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: source, toPath: target)
    return target
  }

  /// The text of a file below the folder; nil when it is not there or not UTF-8.
  package func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + name).flatMap { String(data: $0, encoding: .utf8) }
  }

  /// The names of everything below the folder, sorted.
  package var files: [String] { Files.below(path) }
}
