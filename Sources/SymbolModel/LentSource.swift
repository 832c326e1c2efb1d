public import Bytes

/// What a line of text shows of a source frame of an answer, which lends its texts for the call that passes this.
@usableFromInline
package struct LentSource {
  /// The name to print, which may be empty.
  @usableFromInline package let function: LentText
  /// The path, or nil if unknown.
  @usableFromInline package let file: LentText?
  /// The line, counted from 1, or nil if unknown.
  @usableFromInline package let line: UInt32?
  /// The column, counted from 1, or nil if unknown.
  @usableFromInline package let column: UInt32?
  /// Whether the line is that of the nearest earlier row.
  @usableFromInline package let isApproximate: Bool
  /// Whether it is the real function, the last one; the others are inlined.
  @usableFromInline package let isReal: Bool

  @inlinable
  @inline(__always)
  init(function: LentText, file: LentText?, line: UInt32?, column: UInt32?, isApproximate: Bool, isReal: Bool) {
    (self.function, self.file, self.line, self.column) = (function, file, line, column)
    (self.isApproximate, self.isReal) = (isApproximate, isReal)
  }
}

extension ResolvedAddress {
  /// Passes the source frames, innermost first, until `body` returns false. Returns whether it never did. The texts of a frame must not be
  /// used after the call that passes it: this answer, which never changes, keeps them.
  @inlinable
  @inline(__always)
  package func lendSources(_ body: (LentSource) -> Bool) -> Bool {
    let last = sources.count - 1
    for index in sources.indices {
      let function = unsafe LentText(sources[index].function)
      let file = sources[index].file.map { unsafe LentText($0) }
      let source = LentSource(
        function: function, file: file, line: sources[index].line, column: sources[index].column,
        isApproximate: sources[index].approximate, isReal: index == last)
      if !body(source) { return false }
    }
    return true
  }
}
