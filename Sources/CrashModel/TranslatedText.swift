/// The parts of a JSON report that Apple's text layout prints around the call stacks, already worded as Apple words them.
/// Readers of JSON formats make it on demand; renderers print it as it stands.
public struct TranslatedText: Sendable {
  /// How frames and thread headers are laid out.
  public enum Style: Sendable {
    /// iOS and its kin: the thread's name on a line of its own (`Thread 0 name:   ...`).
    case embedded
    /// macOS: the thread's name behind the header (`Thread 0 Crashed::  ...`).
    case desktop
  }

  /// The layout of thread headers.
  public var style: Style
  /// The lines before the first call stack: header, exception, termination, information; the last line is followed by the
  /// first backtrace without a further blank line.
  public var preamble: [String]
  /// The lines between the last thread and the image list: registers and the like, without blank lines around them.
  public var threadState: [String]
  /// The lines after the image list.
  public var epilogue: [String]

  /// Puts the parts together.
  public init(style: Style, preamble: [String] = [], threadState: [String] = [], epilogue: [String] = []) {
    self.style = style
    self.preamble = preamble
    self.threadState = threadState
    self.epilogue = epilogue
  }
}
