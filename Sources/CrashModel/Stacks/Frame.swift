public import SymbolModel

/// One frame of a call stack. Lines or JSON objects for inlined functions at one address belong to one frame. The numbers that
/// every frame has are inlinable: a call into this module copies the frame first.
@usableFromInline
package struct Frame: Sendable {
  /// The kind of a frame's address. The raw value is the name in JSON output.
  package enum Kind: String, Sendable {
    /// The address of the instruction itself: look it up as it is.
    case exact = "pc"
    /// A return address: the call is the instruction before it.
    case returnAddress = "return"
    /// The first instruction of a Swift async resume function: look it up as it is.
    case asyncResume = "async"
    /// The reporter truncated the stack here; there is no address.
    case truncated
    /// The reporter omitted frames here; there is no address.
    case omitted
    /// A JavaScript frame; there is no address.
    case javaScript = "js"

    /// Whether the frame is machine code, which debug files name. Frames of scripts and marks of omitted frames are not.
    package var isCode: Bool {
      switch self {
      case .exact, .returnAddress, .asyncResume: true
      case .truncated, .omitted, .javaScript: false
      }
    }
  }

  /// The number that the report gives the frame, or its position in the stack if it gives none.
  package var index: Int {
    @inlinable get { details?.value.index ?? Int(shortIndex) }
    set {
      shortIndex = Int32(truncatingIfNeeded: newValue)
      let isLong = Int(shortIndex) != newValue
      if isLong || details?.value.index != nil { change { $0.index = isLong ? newValue : nil } }
    }
  }
  @usableFromInline var shortIndex: Int32 = 0
  /// The kind of the address, which says how to look it up.
  package var kind: Kind
  /// The address as reported, pointer-authentication and Thumb bits included, or nil if there is none.
  package var address: RuntimeAddress? {
    @inlinable get { hasAddress ? RuntimeAddress(addressValue) : nil }
    set { (hasAddress, addressValue) = (newValue != nil, newValue?.value ?? 0) }
  }
  /// Whether there is an `address`. To read it copies no frame, as `address` does.
  @usableFromInline package internal(set) var hasAddress = false
  @usableFromInline var addressValue: UInt64 = 0
  /// The position in `CrashReport.images`, or nil if no image of the list holds the address.
  package var image: Int? {
    @inlinable get { imagePosition < 0 ? nil : Int(imagePosition) }
    set { imagePosition = newValue.flatMap { Int32(exactly: $0) } ?? -1 }
  }
  /// -1 for nil.
  @usableFromInline var imagePosition: Int32 = -1
  /// The image's name in the frame, only if `image` is nil.
  package var imageName: String? {
    @inlinable get { details?.value.imageName }
    set { if newValue != nil || details?.value.imageName != nil { change { $0.imageName = newValue } } }
  }
  /// The offset in the image, if the report has it and it cannot be computed from the address.
  package var imageOffset: ImageOffset? {
    @inlinable get { hasOffset ? ImageOffset(offsetValue) : nil }
    set { (hasOffset, offsetValue) = (newValue != nil, newValue?.value ?? 0) }
  }
  @usableFromInline var hasOffset = false
  @usableFromInline var offsetValue: UInt64 = 0
  /// The reporter's own name for the address (symbol, offset, file, line): that of the real, not inlined, function.
  package var reported: ReportedSymbol? {
    @inlinable get { details?.value.reported }
    set {
      if details != nil {
        change { $0.reported = newValue }
      } else if let newValue {
        details = Details(Details.Value(reported: newValue))
      }
    }
  }
  /// The symbol of `reported`.
  @inlinable package var reportedName: String? { details?.value.reported?.symbol }
  /// The reporter's own inlined functions at this address, innermost first.
  package var reportedInlines: [ReportedSymbol] {
    @inlinable get { details?.value.reportedInlines ?? [] }
    set { if !newValue.isEmpty || details?.value.reportedInlines.isEmpty == false { change { $0.reportedInlines = newValue } } }
  }
  /// Whether the function waits here without a call: the next frame is that of the function that awaits it (Dart).
  package var isSuspended: Bool {
    @inlinable get { details?.value.isSuspended ?? false }
    set { if newValue != isSuspended { change { $0.isSuspended = newValue } } }
  }
  /// For `omitted` frames, the number of omitted frames, or nil if it is unknown.
  package var omittedCount: Int? {
    @inlinable get { details?.value.omittedCount }
    set { if newValue != omittedCount { change { $0.omittedCount = newValue } } }
  }
  /// For JavaScript frames, the position in the bundle, which a source map turns into one in the source. Nil for all other
  /// frames, for frames of the engine itself, and where the report already gives the source.
  package var script: ScriptPosition? {
    @inlinable get { details?.value.script }
    set { if newValue != nil || details?.value.script != nil { change { $0.script = newValue } } }
  }
  /// The bytes of the frame in the input: in text its lines without the last line end, in JSON its objects.
  package var sourceRange: Range<Int> {
    @inlinable get { source.range ?? details?.value.sourceRange ?? 0..<0 }
    set {
      source = ShortRange(newValue)
      if source.range == nil { change { $0.sourceRange = newValue } }
    }
  }
  @usableFromInline var source = ShortRange(0..<0)
  /// In JSON: other objects of the input for the same frame, which get the same answers.
  package var otherPlaces: [Range<Int>] {
    get { details?.value.otherPlaces ?? [] }
    set { if !newValue.isEmpty || details?.value.otherPlaces.isEmpty == false { change { $0.otherPlaces = newValue } } }
  }
  /// In text: the bytes after the address and the blank after it, which in-place output replaces. They are in the last line of
  /// `place`. An empty range if the frame is only an address in a list. Unused for JSON.
  package var replaceableRange: Range<Int> {
    @inlinable get { replaceable.range ?? details?.value.replaceableRange ?? 0..<0 }
    set {
      replaceable = ShortRange(newValue)
      if replaceable.range == nil { change { $0.replaceableRange = newValue } }
    }
  }
  @usableFromInline var replaceable = ShortRange(0..<0)

  /// A range in the first four gigabytes of an input: reports may have a million frames.
  @usableFromInline
  struct ShortRange: Sendable {
    @usableFromInline let start: UInt32
    @usableFromInline let end: UInt32

    init(_ range: Range<Int>) {
      let short = UInt32(exactly: range.lowerBound).flatMap { start in UInt32(exactly: range.upperBound).map { (start, $0) } }
      (start, end) = short ?? (1, 0)
    }

    /// Nil if the range does not fit.
    @inlinable var range: Range<Int>? { start <= end ? Int(start)..<Int(end) : nil }
  }

  /// The properties that only some frames have, kept apart because reports have hundreds of frames. Shared and never changed.
  /// Stored in every frame instead, reading takes 4 (Apple text) to 10 percent (Swift) more instructions, and every copy of a frame counts
  /// more references.
  @usableFromInline
  final class Details: Sendable {
    @usableFromInline
    struct Value: Sendable {
      /// A number or range that is too large for the frame itself.
      @usableFromInline var index: Int?
      @usableFromInline var sourceRange: Range<Int>?
      @usableFromInline var replaceableRange: Range<Int>?
      @usableFromInline var imageName: String?
      @usableFromInline var reported: ReportedSymbol?
      @usableFromInline var reportedInlines: [ReportedSymbol] = []
      @usableFromInline var omittedCount: Int?
      @usableFromInline var isSuspended = false
      @usableFromInline var script: ScriptPosition?
      var otherPlaces: [Range<Int>] = []
    }

    @usableFromInline let value: Value

    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var details: Details?

  private mutating func change(_ body: (inout Details.Value) -> Void) {
    var value = details?.value ?? Details.Value()
    body(&value)
    details = Details(value)
  }

  /// Creates a frame; everything not given is unknown.
  package init(
    index: Int, kind: Kind, address: RuntimeAddress? = nil, image: Int? = nil, sourceRange: Range<Int> = 0..<0,
    replaceableRange: Range<Int> = 0..<0
  ) {
    self.kind = kind
    self.address = address
    self.image = image
    (shortIndex, source, replaceable) =
      (Int32(truncatingIfNeeded: index), ShortRange(sourceRange), ShortRange(replaceableRange))
    if Int(shortIndex) != index { self.index = index }
    if source.range == nil { self.sourceRange = sourceRange }
    if replaceable.range == nil { self.replaceableRange = replaceableRange }
  }
}
