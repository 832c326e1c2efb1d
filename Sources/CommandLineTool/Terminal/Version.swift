internal import DebugInfo
internal import System

/// The program's version. The number is defined only here; a release is tagged with it (`v0.1.0`).
enum Version {
  /// Major, minor and patch, as in the changelog.
  static let text = "0.1.0"

  /// The date of the manual pages, changed with the number.
  static let date = "2026-11-22"

  /// The output of `--version`: version, commit and build date if `make` built it, then the versions of Swift and libdw.
  static var report: String {
    let build = [BuildInfo.commit, BuildInfo.date.map { "built \($0)" }].compactMap { $0 }
    let head = "symbolicate \(text)" + (build.isEmpty ? "" : " (\(build.joined(separator: ", ")))")
    return "\(head)\nSwift \(BuildInfo.swiftVersion ?? compiler), libdw \(LibraryVersions.libdw)\n"
  }

  /// The version of the compiler, as precisely as conditional compilation can determine it.
  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
