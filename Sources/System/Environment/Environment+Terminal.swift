#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Environment {
  /// The number of columns of the terminal on standard output: `$COLUMNS`, or the terminal's own answer, or nil if there is no
  /// terminal.
  package static var terminalColumns: Int? { terminalColumns(of: 1) }

  /// Does the same for another descriptor.
  package static func terminalColumns(of descriptor: Int32) -> Int? {
    if let text = variable("COLUMNS"), let columns = Int(text), (20...1000).contains(columns) { return columns }
    guard isTerminal(descriptor) else { return nil }
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return nil }
    return Int(size.ws_col)
  }
}
