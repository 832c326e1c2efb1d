public import Bytes

/// A source frame of an answer, which lends its texts for the call that passes this. See `SourceFrame`.
@usableFromInline
package struct LentSource {
  /// The name to print, which may be empty.
  @usableFromInline package let function: LentText
  /// The linkage name, or nil if it is the name or unknown.
  @usableFromInline package let linkageName: LentText?
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
  /// Whether the function is inlined.
  @usableFromInline package let isInlined: Bool
  /// The address of the line on a server, or nil if unknown.
  @usableFromInline package let url: LentText?

  @inlinable
  @inline(__always)
  init(
    function: LentText, linkageName: LentText?, file: LentText?, line: UInt32?, column: UInt32?, isApproximate: Bool,
    isReal: Bool, isInlined: Bool, url: LentText?
  ) {
    (self.function, self.linkageName, self.file, self.url) = (function, linkageName, file, url)
    (self.line, self.column, self.isApproximate) = (line, column, isApproximate)
    (self.isReal, self.isInlined) = (isReal, isInlined)
  }
}

extension SourceFrame {
  /// Passes the frame. Its texts must not be used after the call.
  package func lend(_ body: (LentSource) -> Void) {
    body(
      LentSource(
        function: unsafe LentText(function), linkageName: linkageName.map { unsafe LentText($0) },
        file: file.map { unsafe LentText($0) },
        line: line, column: column, isApproximate: approximate, isReal: !inlined, isInlined: inlined,
        url: url.map { unsafe LentText($0) }))
  }
}

extension ResolvedAddress {
  /// Passes the source frames, innermost first, until `body` returns false. Returns whether it never did. The texts of a frame must not be
  /// used after the call that passes it: this answer, which never changes, keeps them. Unless `isWhole`, frames come without what no line of
  /// text shows: the linkage name and the address on a server.
  @inlinable
  @inline(__always)
  package func lendSources(isWhole: Bool = false, _ body: (LentSource) -> Bool) -> Bool {
    let last = sources.count - 1
    for index in sources.indices {
      // Field by field: to pass a frame copies it.
      let source = LentSource(
        function: unsafe LentText(sources[index].function),
        linkageName: isWhole ? sources[index].linkageName.map { unsafe LentText($0) } : nil,
        file: sources[index].file.map { unsafe LentText($0) }, line: sources[index].line, column: sources[index].column,
        isApproximate: sources[index].approximate, isReal: index == last, isInlined: sources[index].inlined,
        url: isWhole ? sources[index].url.map { unsafe LentText($0) } : nil)
      if !body(source) { return false }
    }
    return true
  }
}
