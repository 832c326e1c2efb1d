package import SymbolModel

/// The parameters and local variables of a frame, and of the functions inlined there.
package struct FrameVariables: Hashable, Sendable {
  /// The position of the frame in `CrashReport.frames`.
  package var frame: Int
  /// Those of inner functions first; of one function, parameters first.
  package var variables: [FrameVariable]

  package init(frame: Int, variables: [FrameVariable]) {
    self.frame = frame
    self.variables = variables
  }
}
