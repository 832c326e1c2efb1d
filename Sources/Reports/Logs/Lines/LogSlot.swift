/// The position of a frame in a log, to be filled with names.
struct LogSlot: Sendable {
  /// The lines of the frame as positions in `LogText.lines`: those of inlined functions, then its own.
  var lines: ClosedRange<Int>
  /// The bytes of `LogText.text` in the last line that names replace.
  var tail: Range<Int>
}
