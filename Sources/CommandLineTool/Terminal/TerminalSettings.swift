internal import AppleLayout
internal import Jobs
internal import Rendering
internal import System

/// The behavior of the program towards the reader of its output.
struct TerminalSettings {
  /// The reader of the results.
  let reader: OutputRenderer.Reader
  /// Whether progress is shown.
  let showsProgress: Bool
  /// Whether only errors are printed.
  let isQuiet: Bool
  /// Whether more is printed.
  let isVerbose: Bool

  /// Decides by the options, the terminals and the environment (`NO_COLOR`, `TERM=dumb`).
  init(_ options: Options, writesToFile: Bool) {
    let isDumb = Environment.variable("TERM") == "dumb"
    let isTerminal = !writesToFile && Environment.isTerminal(1)
    switch options.color {
    case .always: reader = writesToFile ? .program : .colorTerminal
    case .never: reader = isTerminal ? .terminal : .program
    case .auto:
      let mayColor = Environment.variable("NO_COLOR") == nil && !isDumb
      reader = !isTerminal ? .program : mayColor ? .colorTerminal : .terminal
    }
    isQuiet = options.has(.quiet)
    isVerbose = options.has(.verbose)
    showsProgress = options.progress && !isQuiet && !isDumb && Environment.isTerminal(2)
  }

  /// Returns text as the reader of the results sees it: with colors, with hidden characters made visible, or as it is.
  func painted(_ text: StyledText) -> [UInt8] {
    switch reader {
    case .program: text.bytes
    case .terminal: text.visible.bytes
    case .colorTerminal: TerminalPainter.painted(text)
    }
  }
}
