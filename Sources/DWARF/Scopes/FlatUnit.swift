/// Everything that one unit contains about its code, flattened: a sorted list of segments, each with one innermost scope and one
/// row, and the scopes they refer to. Indexes are built from it.
package struct FlatUnit: Sendable {
  /// A function, or a call inlined into the scope around it.
  package struct Scope: Sendable {
    /// The position in `names`.
    package var names: Int32
    /// The position of the scope around an inlined call; -1 for a function.
    package var parent: Int32
    /// The position of the call: the position in `files`, -1 for none.
    package var callFile: Int32
    /// The line of the call; 0 for none.
    package var callLine: UInt32
    /// The column of the call; 0 for none.
    package var callColumn: UInt32
  }

  /// A range of code that reaches to the next segment.
  package struct Segment: Sendable {
    /// The start: a link-time address.
    package var start: UInt64
    /// The position of the innermost scope; -1 for none.
    package var scope: Int32
    /// The position in `files`; -1 for none.
    package var file: Int32
    /// The line; 0 for none.
    package var line: UInt32
    /// The column; 0 for none.
    package var column: UInt32

  }

  /// A function.
  package enum Name: Sendable {
    /// A function whose linkage name is at its own offset in the strings of the file: the same offset means the same function.
    /// If each name is made and compared instead, the index of a C++ file takes 7 percent more instructions.
    case place(Int)
    /// A function whose names are elsewhere.
    case function(DWARFFunction)
  }

  /// The functions.
  package internal(set) var names: [Name] = []
  /// Paths, joined with the compilation directory, or nil where the file list has no usable entry.
  package internal(set) var files: [String?] = []
  /// The scopes, each after the one around it.
  package internal(set) var scopes: [Scope] = []
  /// The segments in ascending order.
  package internal(set) var segments: [Segment] = []
  /// The section that offsets of names refer to.
  let context: UnitContext

  /// Passes over inlined calls: their code counts as the place of the call in the scope around them.
  mutating func hide(_ hidden: Set<Int32>) {
    for position in segments.indices {
      while hidden.contains(segments[position].scope) {
        let call = scopes[Int(segments[position].scope)]
        (segments[position].scope, segments[position].file) = (call.parent, call.callFile)
        (segments[position].line, segments[position].column) = (call.callLine, call.callColumn)
      }
    }
    for position in scopes.indices {
      while hidden.contains(scopes[position].parent) {
        let call = scopes[Int(scopes[position].parent)]
        (scopes[position].parent, scopes[position].callFile) = (call.parent, call.callFile)
        (scopes[position].callLine, scopes[position].callColumn) = (call.callLine, call.callColumn)
      }
    }
  }

  /// Returns the string at the offset of a function.
  package func text(at place: Int) -> String? { context.str.text(at: place) }

  /// The ranges of functions, in ascending order of their starts.
  package internal(set) var functionRanges: [Range<UInt64>] = []
}
