import JSONText

/// Determines the meaning of `offsetIntoBinaryTextSegment`: since iOS 15 the offset of the address in the image, in iOS 14 the
/// image's load address.
///
/// Images are loaded at the start of a page, so either `address - value` or `value` is such a start. All frames of an image vote.
/// If they are undecided, a value above 2 GB is an address, because images are smaller. In trees of many threads, the offsets of
/// inner frames are one byte short (`address - value` is the start of a page and 1): the reporter stepped back from the return
/// address, while `address` is unchanged.
struct MetricKitOffsets {
  /// The votes of one image for and against.
  private struct Votes {
    var offset = 0
    var load = 0
  }

  /// The position of a frame in its image.
  struct Place {
    /// The offset of the frame's address in the image, or nil if the frame has none or an impossible one.
    var offset: UInt64?
    /// Whether the reporter stepped back from the address, which is therefore a return address.
    var isSteppedBack = false
  }

  private var votes: [String: Votes] = [:]

  /// Reads all frames of a diagnostic.
  init(_ diagnostic: JSONValue) {
    for stack in MetricKitShape.trees(of: diagnostic).flatMap({ MetricKitShape.stacks(of: $0) }) {
      for node in FrameTreeWalk(MetricKitShape.roots(of: stack)) { count(node.value) }
    }
  }

  private mutating func count(_ frame: JSONValue) {
    guard let id = frame["binaryUUID"]?.string, let value = Self.value(of: frame), let address = frame["address"]?.address,
      value <= address
    else { return }
    let isOffset = Self.isPageStart(address - value) || Self.isSteppedBack(value, address)
    let isLoad = Self.isPageStart(value)
    if isOffset, !isLoad { votes[id, default: Votes()].offset += 1 }
    if isLoad, !isOffset { votes[id, default: Votes()].load += 1 }
  }

  private static func value(of frame: JSONValue) -> UInt64? {
    (frame["offsetIntoBinaryTextSegment"] ?? frame["offsetAddress"])?.address
  }

  private static func isPageStart(_ address: UInt64) -> Bool { address != 0 && address & 0xfff == 0 }

  private static func isSteppedBack(_ value: UInt64, _ address: UInt64) -> Bool {
    value < address && !isPageStart(address - value) && isPageStart(address - value - 1)
  }

  /// Returns the position of a frame in its image.
  func place(of frame: JSONValue) -> Place {
    guard let value = Self.value(of: frame) else { return Place() }
    guard let address = frame["address"]?.address else { return Place(offset: value) }
    guard value <= address else { return Place() }
    if isLoadAddress(value, frame["binaryUUID"]?.string) { return Place(offset: address - value) }
    let isSteppedBack = Self.isSteppedBack(value, address)
    return Place(offset: isSteppedBack ? value + 1 : value, isSteppedBack: isSteppedBack)
  }

  private func isLoadAddress(_ value: UInt64, _ id: String?) -> Bool {
    if let votes = id.flatMap({ votes[$0] }), votes.offset != votes.load { return votes.load > votes.offset }
    return value > 1 << 31
  }
}
