internal import Answering
internal import System

/// The tool whose name a link to the program has: `atos`, `addr2line` or `llvm-symbolizer`.
enum InvocationName {
  /// Returns the arguments of the process, with the command in front that the program's name selects, if any.
  static func complete(_ words: [String]) -> [String] {
    if words.first == ResolverService.command { return words }
    return complete(words, name: Path.lastComponent(of: Environment.invocation))
  }

  /// Does the same for a name. Toolchains put a version after a name (`llvm-symbolizer-19`), or a target before it
  /// (`aarch64-linux-gnu-addr2line`).
  static func complete(_ words: [String], name: String) -> [String] {
    if name == "atos" { return [Command.atos.rawValue] + words }
    if name.hasSuffix("addr2line") { return [Command.addr2line.rawValue] + words }
    if name.hasPrefix("llvm-symbolizer") { return [Command.lookup.rawValue] + SymbolizerWords.translate(words) }
    return words
  }
}
