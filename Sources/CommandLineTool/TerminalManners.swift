internal import System

/// How the program behaves towards whoever reads its output.
struct TerminalManners {
  /// Whether results are coloured.
  let colorsOutput: Bool
  /// Whether messages are coloured.
  let colorsMessages: Bool
  /// Whether progress is shown.
  let showsProgress: Bool
  /// Whether only errors are said.
  let isQuiet: Bool
  /// Whether more is said.
  let isVerbose: Bool

  /// Decides by the options, the terminals and the environment (`NO_COLOR`, `TERM=dumb`).
  init(_ options: RawOptions, writesToFile: Bool) {
    let isDumb = Environment.variable("TERM") == "dumb"
    let mayColor = Environment.variable("NO_COLOR") == nil && !isDumb
    switch options.color {
    case .always: (colorsOutput, colorsMessages) = (!writesToFile, true)
    case .never: (colorsOutput, colorsMessages) = (false, false)
    case .auto:
      colorsOutput = mayColor && !writesToFile && Environment.isTerminal(1)
      colorsMessages = mayColor && Environment.isTerminal(2)
    }
    isQuiet = options.has(.quiet)
    isVerbose = options.has(.verbose)
    showsProgress = options.progress && !isQuiet && !isDumb && Environment.isTerminal(2)
  }
}
