package import Bytes
internal import Synchronization

/// The answer of one image's debug files for one address. A class, since every frame with the address, of any report, shares it, and
/// what is written for it.
@usableFromInline
package final class ResolvedAddress: Sendable {
  /// The source of the answer.
  package enum Basis: Sendable {
    case debugInformation
    /// A symbol table only.
    case symbolTable
  }

  // What a frame needs stands together: most frames find an answer that no cache of the processor holds.
  /// The functions, innermost first; never empty. The last one is the real function, the others are inlined into the next.
  @usableFromInline package let sources: [SourceFrame]
  /// The start of the real function, or nil if only a line is known.
  package let functionStart: LinkAddress?
  private let facts: Facts
  /// How many times it was written, up to `oftenEnough` and the number of threads.
  private let uses = Atomic<UInt8>(0)
  /// The number of functions that are inlined there.
  @usableFromInline package let inlinedFunctions: UInt32
  private let known = KeptText()
  /// Where the name of the real function is.
  private let name: MemoryPlace

  /// What is true of an answer, in one byte: so an answer takes 56 bytes with the place of its name, and would take 64 otherwise.
  private struct Facts: OptionSet {
    let rawValue: UInt8
    static let isOfSymbolTable = Facts(rawValue: 1)
    static let isNamed = Facts(rawValue: 2)
    static let mayBeMangled = Facts(rawValue: 4)
  }

  /// The memory of all texts that answers keep, in bytes.
  private static let kept = Atomic<Int>(0)
  /// The memory that they may take: without a limit, a batch of 4,000 reports with 200,000 addresses took 48 MB for them.
  private static let limit = 16 << 20

  /// Creates an answer; `sources` must not be empty.
  package init(basis: Basis, sources: [SourceFrame], functionStart: LinkAddress?, isNamed: Bool) {
    self.sources = sources
    self.functionStart = functionStart
    var facts: Facts = basis == .symbolTable ? .isOfSymbolTable : []
    if isNamed { facts.insert(.isNamed) }
    if let first = sources.last?.function.utf8.first, "$_@".utf8.contains(first) { facts.insert(.mayBeMangled) }
    self.facts = facts
    inlinedFunctions = UInt32(clamping: sources.count - 1)
    name = sources.last.map { MemoryPlace(of: $0.function) } ?? MemoryPlace()
  }

  /// The source of the answer.
  package var basis: Basis { facts.contains(.isOfSymbolTable) ? .symbolTable : .debugInformation }

  /// Whether the real function has a name; without one `function` of its source frame is empty.
  package var isNamed: Bool { facts.contains(.isNamed) }

  /// Whether the name of the real function begins as mangled names do.
  package var mayBeMangled: Bool { facts.contains(.mayBeMangled) }

  deinit { if let text { Self.kept.subtract(text.size, ordering: .relaxed) } }

  /// The name of the real function, the last of `sources`.
  package var function: String? { sources.last?.function }

  /// The text of the answer as an output writes it, names with their escapes and places, or nil unless somebody kept it. A run has one
  /// output: a text of another form than is wanted is made again for each frame.
  package var text: PackedText? { known.text }

  /// Begins to read what is written into the caches of the processor: it is needed when the whole report is written.
  package func prefetch() {
    if known.prefetch() { return }
    // A source frame takes more than one line of memory, and so do many names.
    let place = MemoryPlace(of: sources)
    place.prefetch()
    place.prefetch(at: 128)
    name.prefetch()
  }

  /// Does the same for the names of inlined functions, once the source frames are read: the places of the names are in them.
  package func prefetchInlined() {
    for index in 0..<Int(inlinedFunctions) { MemoryPlace(of: sources[index].function).prefetch() }
  }

  /// Returns whether what is written now is worth keeping: it was written `oftenEnough` before, and there is room. Most answers are written
  /// a few times, and take no memory for it.
  package func isWrittenAgain() -> Bool {
    guard uses.load(ordering: .relaxed) >= Self.oftenEnough else {
      uses.add(1, ordering: .relaxed)
      return false
    }
    return Self.kept.load(ordering: .relaxed) < Self.limit
  }

  /// The number of times after which an answer counts as one that many frames share.
  package static let oftenEnough: UInt8 = 3

  /// Keeps what is written for the answer. The first one stays.
  package func keep(_ text: PackedText) {
    if known.keep(text) { Self.kept.add(text.size, ordering: .relaxed) }
  }
}

extension ResolvedAddress: Equatable {
  /// Returns whether both say the same.
  @usableFromInline
  package static func == (left: ResolvedAddress, right: ResolvedAddress) -> Bool {
    left.basis == right.basis && left.sources == right.sources && left.functionStart == right.functionStart
      && left.isNamed == right.isNamed
  }
}
