internal import System

/// The files of `docs` that the program itself generates: `symbolicate generate-docs DIR`, which `make docs` runs. Not a command
/// for users, and not listed in help.
enum GeneratedFiles {
  /// The command's name.
  static let command = "generate-docs"

  /// The paths below the directory, with the contents.
  static var all: [(name: String, text: String)] {
    [("OPTIONS.md", OptionsPage.text)] + Command.allCases.map { ("man/\(Manual.pageName(of: $0)).1", ManualPage.of($0)) }
  }

  /// Writes all files below a directory. Returns the exit code.
  static func run(_ words: ArraySlice<String>) -> Int32 {
    guard let folder = words.first, words.count == 1 else {
      StandardStreams.report("generate-docs takes one directory")
      return ExitCode.usage
    }
    do throws(SystemError) {
      for file in all {
        let path = Path.join(folder, file.name)
        try FileSystem.makeDirectories(Path.parent(of: path))
        try FileSystem.replace(path, with: Array(file.text.utf8))
      }
      return ExitCode.success
    } catch {
      StandardStreams.report("\(error.path ?? folder): \(error.message)")
      return ExitCode.unwritable
    }
  }
}
