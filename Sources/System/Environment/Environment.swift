internal import Glibc

/// The process's surroundings: variables, terminals, the current directory.
package enum Environment {
  /// Returns the value of an environment variable, or nil if it is unset or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(fileName: value)
    return text.isEmpty ? nil : text
  }

  /// Returns whether a descriptor (0, 1 or 2) is a terminal (isatty(3)).
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The number of processors that are online, at least 1.
  package static var processorCount: Int { max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }

  /// Removes temporary directories and ends the process with a status (exit(3)).
  package static func exit(_ status: Int32) -> Never {
    TemporaryDirectory.removeAll()
    Glibc.exit(status)
  }

  /// Keeps an object as long as the process lives, so that nobody frees what it refers to.
  package static func keepUntilExit(_ object: AnyObject) { _ = unsafe Unmanaged.passRetained(object) }

  /// Makes writes to a closed pipe fail with EPIPE, and those beyond the limit of a file's size with EFBIG, instead of killing the
  /// process.
  package static func survivePipesAndLimits() { for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) } }

  /// Returns one of the user's directories: the value of a variable such as `XDG_CACHE_HOME`, else `fallback` in the home directory.
  /// A relative value does not count (XDG Base Directory Specification). Returns nil if no home directory is known.
  package static func userDirectory(_ name: String, or fallback: String) -> String? {
    if let folder = variable(name), folder.hasPrefix("/") { return folder }
    return variable("HOME").map { Path.join($0, fallback) }
  }
}
