internal import CrashModel
internal import SymbolModel

/// Decides for each frame of a report which address is looked up in which image.
///
/// The front of `Frames`. In: a report, and one frame after the other. Out: a `Lookup` (image, offset, address), or the reason
/// why there is none. The debug files' answer to it goes to `FrameNaming`, which makes the frame's resolution.
///
/// Example: a return address 0x102e08220 of an image loaded at 0x102e04000 is looked up at offset 0x421b, one byte back, inside
/// the call; `shownOffset` stays 0x4220.
struct FrameAddressing {
  /// The lookup of one frame.
  struct Lookup: Hashable {
    /// The position in `CrashReport.images`.
    var image: Int { Int(position) }
    /// The offset to look up in the image: one byte back for return addresses.
    let offset: ImageOffset
    /// The offset that the report shows, without pointer authentication and Thumb bits.
    var shownOffset: ImageOffset { ImageOffset(offset.value + UInt64(lead)) }
    /// The runtime address of `offset`, or nil if the load address is unknown.
    var address: RuntimeAddress? { hasAddress ? RuntimeAddress(addressValue) : nil }

    // A report may have a million frames: 24 bytes for each instead of 40.
    private let addressValue: UInt64
    private let position: Int32
    private let lead: UInt8
    private let hasAddress: Bool

    /// `shownOffset` is `offset`, or for a return address the byte after it.
    init(image: Int, offset: ImageOffset, shownOffset: ImageOffset, address: RuntimeAddress?) {
      self.offset = offset
      (addressValue, hasAddress) = (address?.value ?? 0, address != nil)
      position = Int32(truncatingIfNeeded: image)
      lead = UInt8(truncatingIfNeeded: shownOffset.value &- offset.value)
    }

    /// The same lookup without the Thumb bit, for reports that do not say that the processor is a 32-bit ARM one: addresses of
    /// Thumb code are odd.
    var withoutThumbBit: Lookup {
      guard shownOffset.value & 1 == 1, offset.value > 0 else { return self }
      return Lookup(
        image: image, offset: ImageOffset(offset.value - 1), shownOffset: ImageOffset(shownOffset.value - 1),
        address: address.map { RuntimeAddress($0.value &- 1) })
    }
  }

  /// The known properties of one frame.
  enum Outcome {
    /// The frame can be looked up.
    case found(Lookup)
    /// It cannot be looked up, for this reason.
    case unknown(UnresolvedReason)
  }

  private let images: [BinaryImage]
  private let table: ImageTable
  private let commonArchitecture: Architecture?
  /// One element per image.
  private let isARM32: [Bool]

  /// Sorts the report's images once.
  init(_ report: CrashReport) {
    let images = report.images
    self.images = images
    // Texts name only some images of a process: an address after one of them may be in any other.
    table = ImageTable(images, onlySized: report.format.has(.namesImagesOnly))
    let common = images.indices.first { images.span[$0].architecture != nil }.flatMap { images[$0].architecture }
    commonArchitecture = common
    isARM32 = images.indices.map { images.span[$0].architecture?.isARM32 ?? (common?.isARM32 == true) }
  }

  /// Returns the lookups of the report's frames.
  func places(of frames: [Frame]) -> [Outcome] {
    let frames = frames.span
    var places: [Outcome] = []
    places.reserveCapacity(frames.count)
    for position in frames.indices {
      // Most frames name the image that contains them. To pass a frame copies it.
      if frames[position].hasAddress, let image = frames[position].image, let address = frames[position].address,
        isInside(address, image)
      {
        places.append(place(frames[position].kind, at: address, in: image))
      } else {
        places.append(place(of: frames[position]))
      }
    }
    return places
  }

  /// Returns the image and address of one frame: of the address as reported, or else, if no image contains that, without pointer
  /// authentication bits.
  func place(of frame: borrowing Frame) -> Outcome {
    guard let address = frame.address else { return placeWithoutAddress(frame) }
    if let image = holder(of: address, frame) { return place(frame.kind, at: address, in: image) }
    for candidate in address.withoutPointerAuthentication(on: architecture(of: frame.image)) {
      if let image = holder(of: candidate, frame) { return place(frame.kind, at: candidate, in: image) }
    }
    return .unknown(whyNobodyHolds(address, frame))
  }

  /// Returns the image that contains an address; for return addresses also the image that ends right before it, because a call
  /// that never returns may be the last instruction.
  private func holder(of address: RuntimeAddress, _ frame: borrowing Frame) -> Int? {
    if let image = frame.image, isInside(address, image) { return image }
    if let image = realImage(at: address, frame) { return image }
    guard frame.kind == .returnAddress, address.value > 0 else { return nil }
    return realImage(at: RuntimeAddress(address.value - 1), frame)
  }

  /// An image of unknown size seems to reach to the next known one: it contains no frame that names another image.
  private func realImage(at address: RuntimeAddress, _ frame: borrowing Frame) -> Int? {
    guard let position = table.position(of: address), !images[position].isPlaceholder else { return nil }
    return images[position].size != nil || !namesImageWithoutPlace(frame) ? position : nil
  }

  /// Returns whether a frame names an image without a load address.
  private func namesImageWithoutPlace(_ frame: borrowing Frame) -> Bool {
    if let own = frame.image, images.indices.contains(own), !images[own].isPlaceholder { return images[own].loadAddress == nil }
    return frame.imageName.map { $0 != "???" } ?? false
  }

  /// Returns whether a frame's own image contains an address; without a size, every address from the load address on counts.
  private func isInside(_ address: RuntimeAddress, _ position: Int) -> Bool {
    guard images.indices.contains(position), !images[position].isPlaceholder,
      let load = images[position].loadAddress, let offset = address.offset(from: load)
    else { return false }
    return images[position].size.map { offset.value < $0 } ?? true
  }

  private func place(_ kind: Frame.Kind, at address: RuntimeAddress, in position: Int) -> Outcome {
    guard let load = images[position].loadAddress else {
      return .unknown(.noLoadAddress(position))
    }
    let isARM32 = isARM32[position]
    let shown = RuntimeAddress(isARM32 ? address.value & ~1 : address.value)
    var lookup = shown
    if case .returnAddress = kind, shown.value > 0 { lookup = RuntimeAddress(shown.value - 1) }
    guard let offset = lookup.offset(from: load), let shownOffset = shown.offset(from: load) else {
      return .unknown(.beforeImage(position))
    }
    return .found(Lookup(image: position, offset: offset, shownOffset: shownOffset, address: lookup))
  }

  /// A frame that has only an offset in its image can still be looked up.
  private func placeWithoutAddress(_ frame: borrowing Frame) -> Outcome {
    if let image = frame.image, images.indices.contains(image), let stated = frame.imageOffset {
      let shown = ImageOffset(isARM32[image] ? stated.value & ~1 : stated.value)
      let back: UInt64 = frame.kind == .returnAddress && shown.value > 0 ? 1 : 0
      let offset = ImageOffset(shown.value - back)
      let address = images[image].loadAddress.map { RuntimeAddress(load: $0, offset: offset) }
      return .found(Lookup(image: image, offset: offset, shownOffset: shown, address: address))
    }
    return switch frame.kind {
    case .truncated: .unknown(.truncated)
    case .omitted: .unknown(.omitted)
    case .javaScript: .unknown(frame.script == nil ? .noScriptPosition : .sourceMap(.absent))
    case .exact, .returnAddress, .asyncResume: .unknown(.noAddress)
    }
  }

  private func whyNobodyHolds(_ address: RuntimeAddress, _ frame: borrowing Frame) -> UnresolvedReason {
    guard let position = frame.image, images.indices.contains(position), !images[position].isPlaceholder else {
      if images.isEmpty { return .noImages }
      return frame.imageName.map { $0 != "???" } ?? false ? .unlistedImage : .outsideImages
    }
    return images[position].loadAddress == nil ? .noLoadAddress(position) : .outsideImage(position)
  }

  private func architecture(of position: Int?) -> Architecture? {
    position.flatMap { images.indices.contains($0) ? images[$0].architecture : nil } ?? commonArchitecture
  }
}
