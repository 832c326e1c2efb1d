internal import Archives
internal import DebugServers
internal import Instructions
internal import System

/// A library or program that is used if it is installed.
struct OptionalLibrary {
  let name: String
  let isInstalled: Bool
  /// What needs it.
  let purpose: String
  /// Debian's package.
  let package: String

  /// Whether it was found, and otherwise what to install.
  var words: String { isInstalled ? "found (\(purpose))" : "not found; \(purpose) needs it: package \(package)" }

  /// All of them.
  static var all: [OptionalLibrary] {
    [
      OptionalLibrary(
        name: "libarchive", isInstalled: ArchiveLibrary.isInstalled, purpose: "reading archives", package: "libarchive13"),
      OptionalLibrary(
        name: "libcapstone", isInstalled: Disassembler.isInstalled, purpose: "explaining the instruction of a crash",
        package: "libcapstone4 or libcapstone5"),
      OptionalLibrary(name: "libcurl", isInstalled: HTTPClient.isInstalled, purpose: "--symbol-server", package: "libcurl4"),
      OptionalLibrary(
        name: "libdebuginfod", isInstalled: Debuginfod.isInstalled, purpose: "--debuginfod", package: "libdebuginfod1"),
      OptionalLibrary(name: "git", isInstalled: hasGit, purpose: "--git", package: "git"),
    ]
  }

  private static var hasGit: Bool {
    let path = Environment.variable("PATH").map { "PATH=\($0)" }
    return (try? ProgramRun.of("git", ["version"], variables: [path].compactMap { $0 }, limit: 4096, milliseconds: 500))?.status
      == 0
  }
}
