internal import SymbolModel
internal import System

/// A command of the user's that finds or fetches the debug file of an ID. It gets the ID, the name and the architecture of the image as
/// arguments and in variables, and prints paths, one per line, or a property list as dsymForUUID does.
struct FetchCommand {
  private let command: String
  private let seconds: Int

  /// What the command printed is read up to this size.
  private static let outputLimit = 1 << 20

  /// Why a run brought nothing, one clause.
  struct Failure: Error {
    let reason: String
  }

  /// Prepares to run a command of the shell, each time for at most `seconds`.
  init(_ command: String, seconds: Int) {
    self.command = command
    self.seconds = seconds
  }

  /// Runs the command for an image and returns the paths that it names: files, or bundles. Throws if it fails.
  func paths(for image: MissingImage) throws(Failure) -> [String] {
    let id = image.id.description
    let (name, architecture) = (image.plainName ?? "", image.architecture?.name ?? "")
    let variables = ["SYMBOLICATE_ID": id, "SYMBOLICATE_NAME": name, "SYMBOLICATE_ARCH": architecture]
    let output = try run([id, name, architecture], variables)
    if output.starts(with: "bplist00".utf8) || output.starts(with: "<?xml".utf8) || output.starts(with: "<plist".utf8) {
      return try Self.paths(inList: output)
    }
    return output.split(separator: UInt8(ascii: "\n")).map { FileName.text(of: Array($0)) }
      .map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }.map { Self.expanded($0) }
  }

  private func run(_ arguments: [String], _ variables: [String: String]) throws(Failure) -> [UInt8] {
    let child: ChildProcess
    do throws(SystemError) {
      // The words of the report are arguments of the shell, never a part of what it reads as a command.
      child = try ChildProcess(
        running: "/bin/sh", ["-c", command + " \"$@\"", "symbolicate"] + arguments, variables: variables, inGroup: true)
    } catch {
      throw Failure(reason: error.message)
    }
    child.endInput()
    let end = Clock.sinceStart + Int64(seconds) * 1_000_000_000
    let (output, problem) = Self.read(child, until: end)
    if let problem {
      child.kill()
      throw Failure(
        reason: problem == .late ? "it gave no answer in \(seconds) s and was ended" : "it printed too much and was ended")
    }
    guard let status = child.status(within: Self.milliseconds(until: end)) else {
      throw Failure(reason: "it did not end in \(seconds) s, or was ended by a signal")
    }
    guard status == 0 else { throw Failure(reason: "exit status \(status)") }
    return output
  }

  private enum Problem { case late, tooMuch }

  private static func read(_ child: borrowing ChildProcess, until end: Int64) -> (output: [UInt8], problem: Problem?) {
    var output: [UInt8] = []
    while output.count <= outputLimit {
      guard let piece = try? child.read(limit: 1 << 16, timeout: Int32(clamping: milliseconds(until: end))) else {
        return (output, .late)
      }
      if piece.isEmpty { return (output, nil) }
      output += piece
    }
    return (output, .tooMuch)
  }

  private static func milliseconds(until end: Int64) -> Int { max(0, Int((end - Clock.sinceStart) / 1_000_000)) }

  /// The convention of dsymForUUID: `DBGDSYMPath` is the file in the dSYM, `DBGError` the reason why there is none.
  private static func paths(inList bytes: [UInt8]) throws(Failure) -> [String] {
    let list = PropertyListStrings(bytes)
    if let path = list["DBGDSYMPath"] { return [expanded(path)] }
    if let reason = list["DBGError"] { throw Failure(reason: reason) }
    return []
  }

  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = Environment.variable("HOME") else { return path }
    return home + path.dropFirst()
  }
}
