internal import CDebuginfod
internal import Glibc
internal import System

/// Debug files of ELF images from debuginfod servers, through elfutils' client. The front of the module `DebugServers`, with
/// `HTTPClient`: everything here may use the network, and nothing else in the program does.
///
/// In: a build ID and what is wanted of it. Out: the path of the file in the client's cache, nil when no server has it, or a
/// `Failure`. The library is loaded when it is first asked, so that the program starts without it.
package enum Debuginfod {
  /// The kind of file to fetch.
  package enum Artifact: Sendable, CaseIterable {
    /// The separate debug file.
    case debugFile
    /// The program or library itself.
    case executable
  }

  /// Whether the client is installed.
  package static var isInstalled: Bool { symbolicate_debuginfod_is_installed() != 0 }

  /// The servers could not be reached.
  package struct Failure: Error, Hashable, Sendable {
    /// The system's message.
    package let message: String
  }

  /// Asks the servers of `$DEBUGINFOD_URLS` for a file by its build ID. Returns its path in the client's cache, or nil if no
  /// server has it. Throws if no server can be reached. May take as long as `$DEBUGINFOD_TIMEOUT`.
  package static func find(_ artifact: Artifact, id: [UInt8]) throws(Failure) -> String? {
    var path: UnsafeMutablePointer<CChar>?
    let code = unsafe id.withUnsafeBufferPointer { bytes in
      unsafe symbolicate_debuginfod_find(bytes.baseAddress, Int32(bytes.count), artifact == .executable ? 1 : 0, &path)
    }
    if code != 0, code != ENOENT { throw Failure(message: SystemError(code, operation: "ask").message) }
    guard code == 0, let path = unsafe path else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
