internal import SymbolStore
internal import System

/// The inputs of a run in order, from its operands.
public struct InputList: Sendable {
  /// The inputs: files as they were named, and directories replaced by the regular files below them in bytewise order.
  public private(set) var inputs: [ReportInput] = []
  /// Directories that could not be read, with the reason.
  public private(set) var failures: [(path: String, reason: String)] = []
  /// The number of bundles of debug files in directories, which are not read.
  public private(set) var debugFiles = 0
  /// Whether one of the operands is a directory.
  public private(set) var hasFolder = false

  private var visited: Set<[UInt64]> = []
  private var takenNames: Set<String> = []

  /// Lists the operands. `output` is not read even if it is below an operand; neither are bundles of debug files.
  public init(_ operands: [String], excluding output: String?) {
    if let output, let status = FileSystem.status(output), status.kind != .other {
      visited.insert([status.device, status.inode])
    }
    for operand in operands {
      guard operand != "-", let status = FileSystem.status(operand), status.kind == .directory else {
        add(operand, operand == "-" ? "stdin" : Path.lastComponent(of: operand), isNamed: true)
        continue
      }
      hasFolder = true
      let prefix = operands.count > 1 ? Path.lastComponent(of: operand) + "/" : ""
      list(operand, status, prefix: prefix, depth: 64)
    }
  }

  private mutating func list(_ folder: String, _ status: FileSystem.Status, prefix: String, depth: Int) {
    guard depth > 0 else {
      failures.append((folder, "too many directory levels below the given directory"))
      return
    }
    guard visited.insert([status.device, status.inode]).inserted else { return }
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.names(in: folder)
    } catch {
      failures.append((folder, error.message))
      return
    }
    for name in names {
      let path = Path.join(folder, name)
      guard let status = FileSystem.status(path) else {
        failures.append((path, "broken symbolic link or permission denied"))
        continue
      }
      switch status.kind {
      case .directory where DebugFile.isNamed(by: path): debugFiles += 1
      case .directory: list(path, status, prefix: prefix + name + "/", depth: depth - 1)
      case .file where visited.contains([status.device, status.inode]): continue
      case .file: add(path, prefix + name, isNamed: false)
      case .other: continue
      }
    }
  }

  /// Two inputs with the same name get outputs with different names.
  private mutating func add(_ path: String, _ name: String, isNamed: Bool) {
    var unique = name
    var number = 2
    while !takenNames.insert(unique).inserted {
      unique = "\(name).\(number)"
      number += 1
    }
    inputs.append(ReportInput(path: path, outputName: unique, isNamed: isNamed))
  }
}
