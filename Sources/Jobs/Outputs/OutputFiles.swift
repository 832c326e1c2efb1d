internal import Bytes
internal import Reports
internal import Synchronization
package import System

/// The files that a run writes. The only place that writes results; it knows what the run reads, and replaces none of it, whatever
/// path, link or spelling leads there.
package final class OutputFiles: Sendable {
  private let inputs: @Sendable () -> [String]
  private let excluded: String?
  private let made = Mutex<Set<String>>([])
  /// The inputs on the disk, read when an output is there already.
  private let known = Mutex<Inputs?>(nil)

  private struct Inputs {
    var byIdentity: [FileSystem.Identity: String] = [:]
    /// By the real directory and the name without its case.
    var byName: [String: String] = [:]
  }

  /// Writes the files of a run that reads these paths. `excluded` is an output that was not read although it is in a directory of
  /// inputs.
  package init(inputs: @escaping @Sendable () -> [String], excluded: String? = nil) {
    self.inputs = inputs
    self.excluded = excluded
  }

  /// Returns why a path cannot be written, or nil if it can.
  package func refusal(of path: String) -> OutputError? { refusal(of: path, FileSystem.status(path)) }

  private func refusal(of path: String, _ status: FileSystem.Status?) -> OutputError? {
    guard let status, status.kind == .file, let input = input(at: path, status.identity) else { return nil }
    let spelling = input == path ? "" : " " + input
    return OutputError(path: path, reason: "not written: the output is the input file" + spelling)
  }

  /// Does the same for a path that the user named, which may be that of something else by mistake.
  package func refusal(ofNamed path: String) -> OutputError? {
    if let refusal = refusal(of: path) { return refusal }
    guard FileSystem.status(path)?.kind == .file else { return nil }
    if Self.isObjectFile(path) {
      return OutputError(path: path, reason: "not written: there is a program or debug file; remove it or name another output")
    }
    if path == excluded, Self.isReport(path) {
      return OutputError(path: path, reason: "not written: there is a crash report; remove it or name another output")
    }
    return nil
  }

  /// Writes a file completely or not at all; a device or pipe is written directly. Creates its directory.
  package func write(_ bytes: [UInt8], to path: String) throws(OutputError) { try write(to: path) { _ in bytes } }

  /// Does the same for contents that are written as they are made: `make` passes on pieces and returns the rest.
  func write(
    to path: String, _ make: (_ pass: @escaping @Sendable ([UInt8]) -> Void) -> [UInt8]
  ) throws(OutputError) {
    let file = try open(path)
    let failure = Mutex<SystemError?>(nil)
    let rest = make { piece in
      guard failure.withLock({ $0 == nil }) else { return }
      do throws(SystemError) { try file.append(piece) } catch { failure.withLock { $0 = error } }
    }
    do throws(SystemError) {
      if let failure = failure.withLock({ $0 }) { throw failure }
      try file.append(rest)
      try file.finish()
    } catch {
      throw OutputError(path: path, reason: error.message)
    }
  }

  /// Opens a file that appears when it is complete, or a device or pipe. Creates its directory.
  package func open(_ path: String) throws(OutputError) -> GrowingFile {
    let status = FileSystem.status(path)
    try prepare(path, status)
    do throws(SystemError) {
      return status?.kind == .other ? try GrowingFile(device: path) : try GrowingFile(replacing: path)
    } catch {
      throw OutputError(path: path, reason: error.message)
    }
  }

  /// Adds bytes to the end of a file.
  package func append(_ bytes: [UInt8], to path: String) throws(OutputError) {
    try prepare(path, FileSystem.status(path))
    do throws(SystemError) { try FileSystem.append(bytes, to: path) } catch {
      throw OutputError(path: path, reason: error.message)
    }
  }

  /// Returns a name for a file that the program itself names: the first of `names`, or of these with numbers, under which neither
  /// another output (`isTaken`) nor a file is that does not begin as the program's own do (`mark`).
  package func freeName(
    in folder: String, _ names: [String], mark: String, isTaken: (String) -> Bool
  ) -> String {
    var number = 2
    var candidates = names[...]
    while true {
      let name: String
      if let next = candidates.popFirst() {
        name = next
      } else {
        let first = names.first ?? ""
        let dot = first.lastIndex(of: ".") ?? first.endIndex
        name = "\(first[..<dot])-\(number)\(first[dot...])"
        number += 1
      }
      let path = Path.join(folder, name)
      if !isTaken(name), refusal(of: path) == nil, Self.isOwn(path, mark: mark) { return name }
    }
  }

  /// The directories that outputs needed and that were not there.
  package var madeFolders: [String] { made.withLock { $0.sorted() } }

  private func prepare(_ path: String, _ status: FileSystem.Status?) throws(OutputError) {
    if let refusal = refusal(of: path, status) { throw refusal }
    let folder = Path.parent(of: path)
    guard !folder.isEmpty, FileSystem.status(folder)?.kind != .directory else { return }
    do throws(SystemError) { try FileSystem.makeDirectories(folder) } catch {
      throw OutputError(path: path, reason: error.message)
    }
    _ = made.withLock { $0.insert(folder) }
  }

  /// Returns the input that a path leads to.
  private func input(at path: String, _ identity: FileSystem.Identity) -> String? {
    let inputs = known.withLock { known in
      let inputs = known ?? allInputs()
      known = inputs
      return inputs
    }
    if let input = inputs.byIdentity[identity] { return input }
    // Some file systems that ignore case number a file anew for each spelling of its name. Others list the name as it is spelled.
    guard let input = inputs.byName[Self.nameWithoutCase(path)] else { return nil }
    let names = (try? FileSystem.names(in: Self.folder(of: path))) ?? []
    return names.contains(Path.lastComponent(of: path)) ? nil : input
  }

  private func allInputs() -> Inputs {
    var all = Inputs()
    for path in inputs() {
      guard let identity = FileSystem.status(path)?.identity else { continue }
      if all.byIdentity[identity] == nil { all.byIdentity[identity] = path }
      all.byName[Self.nameWithoutCase(path)] = path
    }
    return all
  }

  private static func folder(of path: String) -> String {
    let folder = Path.parent(of: path)
    return folder.isEmpty ? "." : folder
  }

  private static func nameWithoutCase(_ path: String) -> String {
    let folder = folder(of: path)
    return Path.join(FileSystem.realPath(folder) ?? folder, Path.lastComponent(of: path).lowercased())
  }

  private static func beginning(_ path: String) -> [UInt8] { (try? FileSystem.beginning(of: path, limit: 4096)) ?? [] }

  /// Whether there is no file, or one that the program wrote.
  private static func isOwn(_ path: String, mark: String) -> Bool {
    guard let status = FileSystem.status(path) else { return true }
    let head = beginning(path)
    return status.kind == .file && (head.isEmpty || String(decoding: head, as: UTF8.self).contains(mark))
  }

  /// Whether a file begins as Mach-O, universal or ELF files do.
  private static func isObjectFile(_ path: String) -> Bool { ObjectMagic.begins(beginning(path)) }

  /// Whether a file is a report that this program did not write as JSON.
  private static func isReport(_ path: String) -> Bool {
    guard !isOwn(path, mark: "\"symbolicate.") else { return false }
    if case .document = InputReading(of: ReportInput(path: path, outputName: "", isNamed: false)) { return true }
    return false
  }
}
