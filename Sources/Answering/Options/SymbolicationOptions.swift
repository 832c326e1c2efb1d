package import DebugInfo
package import SourceMaps
package import Redaction
package import Triage

/// The user's options for answers, apart from those for printing. The front of `Options`: values that the command line fills in
/// and the engine only reads.
///
/// - `ImageBinding`: the user's information about an image (`--image`).
/// - `SourceOptions`, with `PathMap` and `SourceLink`: the options for source files.
package struct SymbolicationOptions: Sendable {
  /// The user's information about images.
  package var bindings: [ImageBinding] = []
  /// Whether a debug file with the same name and another ID may be used if there is none with the right one.
  package var allowsMismatch = false
  /// Whether inlined functions are listed separately from the function that contains the address.
  package var keepsInlines = true
  /// Whether the variables of the function at which a thread crashed are read.
  package var readsVariables = false
  /// The form of names.
  package var names: NameStyle = .short
  /// The options for source files.
  package var sources = SourceOptions()
  /// The number of threads that may work on the addresses of one image.
  package var jobs = 1
  /// Whether indexes answer instead of debug files, and whether they are built.
  package var indexes = IndexPolicy.live
  /// Whether a separate process reads debug files, which they may crash.
  package var isolatesDebugFiles = false
  /// Whether that process starts at once and not with its first request.
  package var startsResolverEarly = false

  /// The program that is started as that process: `symbolicate`, or nil for the running program.
  package var resolverProgram: String?

  /// The source maps for JavaScript frames, or nil for none.
  package var sourceMaps: SourceMapSet?

  /// Called when the index of an image begins to be built, and, with false, when it is built; nil for nothing. Several threads may call
  /// it at once.
  package var noteIndex: (@Sendable (_ begins: Bool) -> Void)?

  /// Triages reports after they are symbolicated, or nil for no triage.
  package var triager: Triager?

  /// Whether the instruction at which a thread crashed is explained: some output shows it.
  package var explainsInstructions = true

  /// Replaces what says who or which device a report comes from, before it is read, or nil to keep it.
  package var redactor: Redactor?

  /// The default options.
  package init() {}
}
