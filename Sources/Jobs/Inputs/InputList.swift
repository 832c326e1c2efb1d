internal import Archives
internal import SymbolStore
internal import System

/// The inputs of a run in order, from its operands.
package struct InputList: Sendable {
  /// The inputs: files as they were named, and directories replaced by the regular files below them in bytewise order.
  package private(set) var inputs: [ReportInput] = []
  /// Directories and archives that could not be read, with the reason.
  package private(set) var failures: [(path: String, reason: String)] = []
  /// The number of bundles of debug files in directories, which are not read.
  package private(set) var debugFiles = 0
  /// What was passed over in archives.
  package private(set) var notes: [(path: String, text: String)] = []
  /// Whether one of the operands is a directory or an archive.
  package private(set) var hasFolder = false
  /// The number of files in archives that were not unpacked because they are no reports.
  package private(set) var skippedFiles = 0
  /// The archives with debug files beside reports.
  package private(set) var symbolArchives: [String] = []

  /// The inputs whose outputs have another name, because the output of another input has it.
  package private(set) var renamed: [(path: String, name: String, wanted: String)] = []
  /// The output, if it is a file in a directory of inputs.
  package private(set) var excluded: String?

  /// The name of the manifest of an output directory, which no output gets.
  static let manifest = ".symbolicate-manifest"

  private var visited: Set<FileSystem.Identity> = []
  /// In lower case: a file system may not tell cases apart. The manifest of a batch has its name.
  private var takenNames: Set<String> = [Self.manifest]
  private let output: String?
  private var copies = OrganizerCopies()

  /// Lists the operands. `output` is not read even if it is below an operand; neither are bundles of debug files. `noting` gets what is
  /// done with large archives.
  package init(_ operands: [String], excluding output: String?, noting: (String) -> Void = { _ in }) {
    self.output = output
    let place = output.flatMap { FileSystem.status($0) }
    if let place, place.kind != .other { visited.insert(place.identity) }
    for operand in operands {
      let prefix = operands.count > 1 ? Path.lastComponent(of: operand) + "/" : ""
      switch operand == "-" ? nil : FileSystem.status(operand) {
      case let status? where status.kind == .directory && status.identity == place?.identity:
        hasFolder = true
        failures.append((operand, "not read: it is the directory of the output; name another one with --output"))
      case let status? where status.kind == .directory && ResultBundle.isBundle(operand):
        hasFolder = true
        addResults(operand, prefix: prefix)
      case let status? where status.kind == .directory:
        hasFolder = true
        list(operand, status, prefix: prefix, depth: 64, noting)
      case let status? where status.kind == .file && ReportArchive.isArchive(operand, byContent: true):
        hasFolder = true
        unpack(operand, prefix: prefix, isNamed: true, noting)
      default: addNamed(operand)
      }
    }
  }

  /// Gives the outputs other names, which are unique again.
  package mutating func renameOutputs(_ rename: (String) -> String) {
    let old = inputs
    inputs = []
    takenNames = [Self.manifest]
    for input in old {
      add(
        ReportInput(
          path: input.path, outputName: rename(input.outputName), isNamed: input.isNamed, file: input.file, archive: input.origin,
          isCompressed: input.isCompressed, isCopy: input.isCopy))
    }
  }

  private mutating func addNamed(_ operand: String) {
    let name = operand == "-" ? "stdin" : Path.lastComponent(of: operand)
    // What a pipe has is gone once it was read.
    let isFile = operand != "-" && FileSystem.status(operand)?.kind == .file
    let head = isFile ? try? FileSystem.beginning(of: operand, limit: 8) : nil
    guard let head, CompressedFile.isPacked(head: head) else {
      return add(ReportInput(path: operand, outputName: name, isNamed: true))
    }
    add(ReportInput(path: operand, outputName: CompressedFile.shortened(name) ?? name, isNamed: true, isCompressed: true))
  }

  /// Adds the files of an archive. A named one has to have a report; one in a directory may be anything.
  private mutating func unpack(_ path: String, prefix: String, isNamed: Bool, _ noting: (String) -> Void) {
    do throws(ArchiveError) {
      let archive = try ReportArchive(unpacking: path) { files, unpacked in
        if files > 0, files.isMultiple(of: 512) {
          noting("reading \(Path.lastComponent(of: path)): \(files) files, \(unpacked) unpacked")
        }
      }
      if archive.holdsDebugFiles, !archive.members.isEmpty { symbolArchives.append(path) }
      if let note = archive.note { notes.append((path, note)) }
      if !archive.members.isEmpty { skippedFiles += archive.others }
      for member in archive.members {
        let name = CompressedFile.shortened(member.name)
        add(
          ReportInput(
            path: path + "/" + member.name, outputName: prefix + (name ?? member.name), isNamed: false, file: member.file,
            archive: path,
            isCompressed: name != nil))
      }
      guard archive.members.isEmpty else { return }
      if isNamed {
        failures.append((path, "no crash report in it"))
      } else {
        add(ReportInput(path: path, outputName: prefix, isNamed: false))
      }
    } catch {
      failures.append((path, error.description))
    }
  }

  /// Adds the files of a bundle of test results.
  private mutating func addResults(_ path: String, prefix: String) {
    do throws(SystemError) {
      let bundle = try ResultBundle(path)
      skippedFiles += bundle.others
      failures += bundle.failures
      for file in bundle.files {
        add(
          ReportInput(
            path: Path.join(path, file.name), outputName: prefix + file.name, isNamed: false, file: file.path, archive: path,
            isCompressed: file.isCompressed, isCopy: file.isCopy))
      }
    } catch {
      failures.append((path, error.message))
    }
  }

  /// Returns the status of a file in a listed directory, or nil after it was noted as a failure.
  private mutating func listedStatus(_ path: String) -> FileSystem.Status? {
    do throws(SystemError) {
      if let status = try FileSystem.existing(path) { return status }
      failures.append((path, "broken symbolic link or permission denied"))
    } catch {
      failures.append((path, error.message))
    }
    return nil
  }

  private mutating func list(
    _ folder: String, _ status: FileSystem.Status, prefix: String, depth: Int, _ noting: (String) -> Void
  ) {
    guard depth > 0 else {
      failures.append((folder, "too many directory levels below the given directory"))
      return
    }
    guard visited.insert(status.identity).inserted else { return }
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.names(in: folder)
    } catch {
      failures.append((folder, error.message))
      return
    }
    for name in names {
      let path = Path.join(folder, name)
      guard let status = listedStatus(path) else { continue }
      switch status.kind {
      case .directory where DebugFile.isNamed(by: path): debugFiles += 1
      case .directory where ResultBundle.isBundle(path): addResults(path, prefix: prefix + name + "/")
      case .directory: list(path, status, prefix: prefix + name + "/", depth: depth - 1, noting)
      case .file where visited.contains(status.identity): excluded = output
      case .file where ArchiveWalk.isArchive(named: name): unpack(path, prefix: prefix + name + "/", isNamed: false, noting)
      case .file:
        let shortened = CompressedFile.shortened(name)
        add(
          ReportInput(
            path: path, outputName: prefix + (shortened ?? name), isNamed: false, isCompressed: shortened != nil,
            isCopy: copies.isCopy(path, status)))
      case .other: continue
      }
    }
  }

  /// Returns whether the output of an input has a name, whatever its case. `suffix` is that of the format.
  package func isOutput(_ name: String, suffix: String) -> Bool {
    name.hasSuffix(suffix) && takenNames.contains(name.dropLast(suffix.count).lowercased())
  }

  /// Two inputs with the same name get outputs with different names.
  private mutating func add(_ input: ReportInput) {
    var unique = input.outputName
    var number = 2
    while !takenNames.insert(unique.lowercased()).inserted {
      unique = "\(input.outputName).\(number)"
      number += 1
    }
    if unique != input.outputName { renamed.append((input.path, unique, input.outputName)) }
    inputs.append(
      unique == input.outputName
        ? input
        : ReportInput(
          path: input.path, outputName: unique, isNamed: input.isNamed, file: input.file, archive: input.origin,
          isCompressed: input.isCompressed, isCopy: input.isCopy))
  }
}
