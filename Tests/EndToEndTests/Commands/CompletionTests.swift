import Foundation
import TestSupport
import Testing

/// The completion scripts in the shells that they are for.
@Suite struct CompletionTests {
  let folder: TemporaryFolder
  let id: String

  /// A store with one dSYM of Shop, the scripts as files, and `symbolicate` on the path.
  init() throws {
    folder = try TemporaryFolder()
    let dSYM = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")
    let added = try Symbolicate.run(["store", "--store", folder.path + "/store", "add", dSYM])
    try #require(added.status == 0)
    id = String(try Symbolicate.run(["store", "--store", folder.path + "/store", "list"]).stdout.prefix(36))
    for shell in ["bash", "zsh", "fish"] {
      try folder.write(try Symbolicate.run(["completions", shell]).output, to: shell == "zsh" ? "zsh/_symbolicate" : shell)
    }
    try folder.write("", to: "work/crash.ips")
    try folder.write("", to: "work/two words.ips")
  }

  /// The lines to complete, each with what is offered for it among other things, and what is not.
  var cases: [(line: String, offered: [String], not: String)] {
    [
      ("symbolicate ins", ["inspect"], "store"), ("symbolicate --sym", ["--symbols"], "--store"),
      ("symbolicate crash.ips -f js", ["json"], "text"), ("symbolicate --format ", ["json", "markdown", "text"], "crash.ips"),
      ("symbolicate crash.ips --format=mark", ["markdown"], "json"), ("symbolicate --color al", ["always"], "auto"),
      ("symbolicate cra", ["crash.ips"], "inspect"), ("symbolicate lookup --js", ["--json"], "--strict"),
      ("symbolicate store fi", ["find"], "prune"), ("symbolicate store prune --keep", ["--keep-last"], "--link"),
      ("symbolicate store find ", [id, "Shop"], "crash.ips"), ("symbolicate store find \(id.prefix(7))", [id], "Shop"),
      ("symbolicate store find \(id.prefix(7).lowercased())", [id.lowercased()], id),
      ("symbolicate store remove Sh", ["Shop"], id), ("symbolicate store --store ../store find Sh", ["Shop"], id),
      ("symbolicate addr2line --base", ["--basenames"], "--symbols"), ("symbolicate mcp --al", ["--allow"], "--symbols"),
      ("symbolicate addr2line -f cra", ["crash.ips"], "json"), ("symbolicate help sto", ["store"], "symbols"),
      ("symbolicate completions z", ["zsh"], "bash"),
    ]
  }

  /// Runs a shell in the folder `work` with `symbolicate` on the path and the store as the user's.
  func run(_ shell: String, _ arguments: [String]) throws -> ToolRun {
    let program = (Symbolicate.path as NSString).deletingLastPathComponent
    let variables = [
      "PATH": program + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"), "TERM": "xterm",
      "SYMBOLICATE_STORE": folder.path + "/store", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
      "XDG_DATA_HOME": folder.path + "/data",
    ]
    return try ToolRun.of(shell, arguments, environment: variables, directory: folder.path + "/work")
  }

  func check(_ line: String, _ offered: [String], _ expected: (offered: [String], not: String), _ run: ToolRun) {
    for word in expected.offered { #expect(offered.contains(word), "\(line): \(offered) \(run.stderr)") }
    #expect(!offered.contains(expected.not), "\(line): \(offered)")
  }

  @Test(.program("/bin/bash")) func bash() throws {
    let script = """
      source ../bash
      complete -p symbolicate >/dev/null || echo none
      # What readline does before it calls the function: words are split at blanks and equals signs.
      words=${1//=/ = }; COMP_LINE=$1; COMP_POINT=${#1}
      read -ra COMP_WORDS <<<"$words"; [[ $1 == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
      _symbolicate symbolicate "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    for (line, offered, not) in cases {
      let run = try run("/bin/bash", ["--norc", "-c", script, "bash", line])
      check(line, run.stdout.split(separator: "\n").map(String.init), (offered, not), run)
      #expect(run.stderr.isEmpty, "\(run.stderr)")
    }
    let blank = try run("/bin/bash", ["--norc", "-c", script, "bash", "symbolicate two"])
    #expect(blank.stdout == "two words.ips\n")
  }

  @Test(.program("/usr/bin/fish")) func fish() throws {
    for (line, offered, not) in cases {
      let script = "source ../fish; complete -C '\(line)'"
      let run = try run("/usr/bin/fish", ["--no-config", "-c", script])
      // A candidate, a tab and what it is; of --format=json the whole word.
      let words = run.stdout.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
      check(line, words.map { $0.replacing("--format=", with: "") }, (offered, not), run)
    }
  }

  /// A terminal of its own for an interactive zsh, in which everything that completion adds is written down.
  @Test(.program("/usr/bin/zsh")) func zsh() throws {
    try folder.write(
      """
      PROMPT= PS2=
      fpath=(\(folder.path)/zsh $fpath)
      autoload -Uz compinit && compinit -u -d \(folder.path)/dump
      bindkey '^I' complete-word
      zstyle ':completion:*' insert-tab false
      compadd() {
        if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
        local -a hits
        builtin compadd -A hits "$@"
        (( $#hits )) && print -rl -- $hits >>\(folder.path)/hits
        builtin compadd "$@"
      }
      finish() { exit; }
      comppostfuncs=(finish)
      print READY

      """, to: "setup.zsh")
    let script = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "source \(folder.path)/setup.zsh"
      zpty -r shell answer '*READY*'
      zpty -w -n shell "$1"$'\\t'
      while zpty -r shell answer; do :; done
      """
    for (line, offered, not) in cases {
      try folder.write("", to: "hits")
      let run = try run("/usr/bin/zsh", ["-f", "-c", script, "zsh", line])
      let words = (folder.text("hits") ?? "").split(separator: "\n").map { String($0).replacing("--format=", with: "") }
      check(line, words, (offered, not), run)
    }
  }
}
