internal import System

/// Runs `git` as a program that only reads. A repository may have been made by anybody: nothing that its configuration or its attributes
/// name is started (hooks, pagers, external diffs, text converters, signature checks, file system monitors, transports), and git itself
/// refuses a repository of another user unless `safe.directory` names it.
struct GitProgram: Sendable {
  /// The longest time for one question, in milliseconds.
  static let timeout: Int64 = 20_000

  private let folder: String

  /// Prepares to ask about the repository that a directory belongs to.
  init(folder: String) { self.folder = folder }

  /// Returns what a command prints, at most `limit` bytes. Throws if it fails.
  func output(_ arguments: [String], limit: Int = 64 << 20) throws(GitFailure) -> [UInt8] {
    let run: ProgramRun
    do throws(ProgramRun.Failure) {
      run = try ProgramRun.of(
        "git", Self.guards + ["-C", folder] + arguments, variables: Self.variables, limit: limit, milliseconds: Self.timeout)
    } catch {
      throw GitFailure(reason: Self.reason(error))
    }
    guard run.status == 0 else { throw GitFailure(reason: reason(String(decoding: run.errors, as: UTF8.self), run.status)) }
    return run.output
  }

  /// Starts a command that answers questions until its input ends.
  func start(_ arguments: [String]) throws(GitFailure) -> ChildProcess {
    do throws(SystemError) {
      return try ChildProcess(alone: "git", Self.guards + ["-C", folder] + arguments, variables: Self.variables)
    } catch {
      throw GitFailure(reason: Self.reason(.notStarted(error)))
    }
  }

  /// Returns the same as text.
  func text(_ arguments: [String], limit: Int = 64 << 20) throws(GitFailure) -> String {
    String(decoding: try output(arguments, limit: limit), as: UTF8.self)
  }

  /// The options that keep commands which show changes from starting programs.
  static let plainChanges = [
    "--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature", "--no-notes", "--no-decorate",
  ]

  /// The options before the command. They override the repository's configuration.
  private static let guards: [String] = {
    let settings = [
      "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.sshCommand=false",
      "core.attributesFile=/dev/null",
      "core.quotePath=false", "log.showSignature=false", "gpg.program=false", "protocol.allow=never", "submodule.recurse=false",
      "gc.auto=0", "maintenance.auto=false", "blame.ignoreRevsFile=", "diff.renames=true", "grep.patternType=default",
    ]
    return ["--no-pager", "--literal-pathspecs", "--no-optional-locks"] + settings.flatMap { ["-c", $0] }
  }()

  /// The variables of git: those of the user that say which repositories are trusted, and none that start a program.
  private static let variables: [String] = {
    let kept = [
      "PATH", "HOME", "XDG_CONFIG_HOME", "USER", "LOGNAME", "SUDO_UID", "TZ", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
      "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES",
    ]
    let own = kept.compactMap { name in Environment.variable(name).map { "\(name)=\($0)" } }
    return own + [
      "LC_ALL=C", "GIT_PAGER=cat", "PAGER=cat", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=false", "SSH_ASKPASS=false",
      "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
    ]
  }()

  static func reason(_ failure: ProgramRun.Failure) -> String {
    switch failure {
    case .notStarted(let error): "git cannot be started: \(error.message)"
    case .tooSlow: "git gave no answer for \(timeout / 1000) seconds"
    case .tooLong: "git printed too much"
    }
  }

  private func reason(_ errors: String, _ status: Int32) -> String {
    if errors.contains("dubious ownership") {
      return "the repository belongs to another user; `git config --global --add safe.directory PATH` trusts it"
    }
    if errors.contains("not a git repository") { return "not a git repository" }
    guard let line = errors.split(separator: "\n").first else { return "git ended with status \(status)" }
    return "git: " + (line.hasPrefix("fatal: ") ? line.dropFirst("fatal: ".count) : line)
  }
}
