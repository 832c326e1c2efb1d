/// A shell with completions.
enum Shell: String, CaseIterable {
  /// The GNU shell.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly shell.
  case fish
}
