/// Options of atos, addr2line, llvm-symbolizer and symbolicatecrash that people type out of habit, and their equivalents in this
/// program.
enum ForeignOption {
  /// Returns the equivalent of `word`, an option with its dashes and without a value, as a clause. Returns nil if no tool is
  /// known to have the option, or the command has no equivalent.
  static func advice(for word: String, in command: Command) -> String? {
    if ["-f", "--format"].contains(word), command.flags.contains(.json) { return "use --json" }
    guard let habit = habits.first(where: { $0.words.contains(word) }) else { return nil }
    switch command {
    case .lookup: return habit.lookup
    case .symbolicate, .inspect, .filter, .stream, .summarize: return habit.report
    case .check, .store: return habit.words.contains("--uuid") ? habit.report : nil
    default: return nil
    }
  }

  private struct Habit {
    /// The spellings.
    let words: [String]
    /// The equivalent in commands that read reports.
    let report: String
    /// The equivalent in `lookup`.
    let lookup: String
  }

  private static let habits = [
    Habit(
      words: ["-e", "-exe", "--exe", "--executable", "-obj", "--obj"],
      report: "debug files are given with --symbols (-s), single addresses to 'symbolicate lookup FILE ADDR...'",
      lookup: "the debug file is the first operand: symbolicate lookup FILE ADDR..."),
    Habit(
      words: ["-d", "-dsym", "--dsym", "--dSYM", "--dsyms", "--dsym-path", "--dsym-paths", "--dsym-hint"],
      report: "use --symbols (-s)", lookup: "the dSYM is the first operand: symbolicate lookup DSYM ADDR..."),
    Habit(
      words: ["-y", "--sym", "--syms", "--symbol-path", "--symbols-path", "--symbols-dir", "--debug-file-directory"],
      report: "use --symbols (-s)", lookup: "the debug file is the first operand: symbolicate lookup FILE ADDR..."),
    Habit(
      words: ["-o", "-s", "--symbols"], report: "results go to standard output: > FILE",
      lookup: "the debug file is the first operand: symbolicate lookup FILE ADDR..."),
    Habit(
      words: ["-l", "--load-address", "--adjust-vma", "-textExecAddress"],
      report: "use --image NAME=LOADADDR", lookup: "use --load"),
    Habit(
      words: ["-arch", "-A", "--default-arch"],
      report: "debug files are chosen by their IDs; only 'symbolicate lookup' has --arch", lookup: "use --arch"),
    Habit(
      words: ["-i", "--inlines", "--inlining", "-inlineFrames"],
      report: "inlined functions are always shown; --no-inlines leaves them out",
      lookup: "inlined functions are always shown; --no-inlines leaves them out"),
    Habit(
      words: ["-C", "--demangle"], report: "names are always demangled; --no-demangle leaves them as they are",
      lookup: "names are always demangled; --no-demangle leaves them as they are"),
    Habit(
      words: ["-fullPath", "--fullpath", "--full-path"], report: "use --full-paths", lookup: "paths are always printed in full"),
    Habit(
      words: ["-f", "--functions"], report: "functions are always shown", lookup: "functions are always shown"),
    Habit(words: ["--output-style"], report: "use --format (-f)", lookup: "use --json"),
    Habit(
      words: ["-offset", "--relative-address"], report: "single addresses are given to 'symbolicate lookup'",
      lookup: "for offsets from the load address use --load 0"),
    Habit(
      words: ["-u", "--uuid", "--uuids"], report: "'symbolicate inspect FILE' prints UUIDs and build IDs",
      lookup: "'symbolicate inspect FILE' prints UUIDs and build IDs"),
    Habit(words: ["-V"], report: "use --version", lookup: "use --version"),
    Habit(words: ["-?", "-help"], report: "use --help", lookup: "use --help"),
  ]
}
