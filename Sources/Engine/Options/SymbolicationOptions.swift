public import DebugInfo
public import Triage

/// What the user wants of the answers, apart from how they are printed. The front of `Options`: values that the command line
/// fills in and the engine only reads.
///
/// - `ImageBinding`: what the user says of an image (`--image`).
/// - `SourceOptions`, with `PathMap` and `SourceLink`: what is wanted of source files.
public struct SymbolicationOptions: Sendable {
  /// What the user says of images.
  public var bindings: [ImageBinding] = []
  /// Whether a debug file of the same name with another ID may be used where there is none with the right one.
  public var allowsMismatch = false
  /// Whether inlined functions are told apart from the function that holds the address.
  public var keepsInlines = true
  /// How names are shown.
  public var names: NameStyle = .short
  /// What is wanted of source files.
  public var sources = SourceOptions()
  /// How many threads may work on the addresses of one image.
  public var jobs = 1
  /// Whether indexes answer instead of debug files, and whether they are made.
  public var indexes = IndexPolicy.live
  /// Whether debug files are read by a process of its own, which may die of them.
  public var isolatesDebugFiles = false

  /// Judges reports once they are answered; nil when nobody asks for it.
  public var triager: Triager?

  /// What is usual.
  public init() {}
}
