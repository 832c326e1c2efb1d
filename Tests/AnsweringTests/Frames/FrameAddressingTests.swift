import CrashModel
import Reports
import SymbolModel
import Testing

@testable import Answering

/// Which address is looked up for a frame (the address rules of every format meet here).
@Suite struct FrameAddressingTests {
  static func image(_ name: String, _ load: UInt64?, size: UInt64? = 0x1000, _ architecture: String? = "arm64") -> BinaryImage {
    var image = BinaryImage(name: name)
    image.loadAddress = load.map { RuntimeAddress($0) }
    image.size = size
    image.architecture = architecture.map { Architecture($0) }
    return image
  }

  static func place(of frame: Frame, in images: [BinaryImage]) -> FrameAddressing.Outcome {
    var report = CrashReport(format: .appleText)
    report.images = images
    report.frames = [frame]
    return FrameAddressing(report).place(of: frame)
  }

  static func lookup(_ kind: Frame.Kind, _ address: UInt64, image: Int? = 0, in images: [BinaryImage]) -> FrameAddressing.Lookup?
  {
    let frame = Frame(index: 0, kind: kind, address: RuntimeAddress(address), image: image)
    if case .found(let lookup) = place(of: frame, in: images) { return lookup }
    return nil
  }

  static func reason(_ frame: Frame, in images: [BinaryImage]) -> UnresolvedReason? {
    if case .unknown(let reason) = place(of: frame, in: images) { return reason }
    return nil
  }

  @Test(arguments: [(Frame.Kind.exact, UInt64(0x10)), (.returnAddress, 0xf), (.asyncResume, 0x10)])
  func onlyReturnAddressesAreLookedUpOneByteBack(kind: Frame.Kind, offset: UInt64) throws {
    let lookup = try #require(Self.lookup(kind, 0x10010, in: [Self.image("App", 0x10000)]))
    #expect(lookup.offset.value == offset)
    #expect(lookup.shownOffset.value == 0x10)
    #expect(lookup.address?.value == 0x10000 + offset)
  }

  @Test func theThumbBitIsClearedBeforeTheByteBack() throws {
    let images = [Self.image("App", 0x4000, "armv7")]
    #expect(Self.lookup(.returnAddress, 0x4045, in: images)?.offset.value == 0x43)
    #expect(Self.lookup(.exact, 0x4045, in: images)?.offset.value == 0x44)
    #expect(Self.lookup(.exact, 0x4045, in: [Self.image("App", 0x4000, "x86_64")])?.offset.value == 0x45)
  }

  @Test func aStatedDistanceMayHaveTheThumbBit() throws {
    var frame = Frame(index: 0, kind: .returnAddress, image: 0)
    frame.imageOffset = ImageOffset(0x45)
    guard case .found(let lookup) = Self.place(of: frame, in: [Self.image("App", nil, "armv7")]) else {
      Issue.record("not found")
      return
    }
    #expect(lookup.offset.value == 0x43 && lookup.shownOffset.value == 0x44)
  }

  @Test(arguments: [(Frame.Kind.returnAddress, UInt64(0x43)), (.exact, 0x44)])
  func theThumbBitIsClearedWhereOnlyTheDebugFileTellsTheProcessor(kind: Frame.Kind, offset: UInt64) throws {
    let found = try #require(Self.lookup(kind, 0x4045, in: [Self.image("App", 0x4000, nil)]))
    #expect(found.withoutThumbBit.offset.value == offset && found.withoutThumbBit.shownOffset.value == 0x44)
    let even = try #require(Self.lookup(kind, 0x4044, in: [Self.image("App", 0x4000, nil)]))
    #expect(even.withoutThumbBit == even)
  }

  @Test(arguments: [UInt64(0x2b1a_0001_047a_8010), 0x0000_8001_047a_8010, 0xff80_0001_047a_8010])
  func signatureBitsAreTakenOffWhenThatPutsTheAddressIntoAnImage(address: UInt64) throws {
    for image in [0, nil] {
      let lookup = Self.lookup(.returnAddress, address, image: image, in: [Self.image("App", 0x1_047a_8000, "arm64e")])
      #expect(lookup?.offset.value == 0xf)
    }
  }

  @Test func highBitsOfOtherArchitecturesAreNoSignature() {
    let images = [Self.image("App", 0x1_047a_8000, "x86_64")]
    #expect(Self.lookup(.returnAddress, 0x2b1a_0001_047a_8010, in: images) == nil)
  }

  @Test func anAddressThatLiesInAnImageIsNotMasked() {
    let images = [Self.image("App", 0x1000), Self.image("kernel", 0xffff_fe00_0000_1000)]
    #expect(Self.lookup(.exact, 0xffff_fe00_0000_1010, image: nil, in: images)?.image == 1)
  }

  @Test func aCallThatNeverReturnsMayEndItsImage() throws {
    let images = [Self.image("App", 0x10000), Self.image("Kit", 0x20000)]
    let lookup = try #require(Self.lookup(.returnAddress, 0x11000, image: nil, in: images))
    #expect(lookup.image == 0 && lookup.offset.value == 0xfff)
  }

  @Test func anImageOfUnknownSizeHoldsWhatTheFrameSays() {
    #expect(Self.lookup(.exact, 0x10_0000, in: [Self.image("App", 0x10000, size: nil)])?.offset.value == 0xf_0000)
  }

  @Test func anImageOfUnknownSizeHoldsNoFrameThatNamesAnotherImage() {
    let app = Self.image("App", 0x10000, size: nil)
    // The frame's own image is listed without a place, or is not listed.
    let listed = Frame(index: 0, kind: .returnAddress, address: RuntimeAddress(0x50000), image: 1)
    #expect(Self.reason(listed, in: [app, Self.image("libobjc", nil)]) == .noLoadAddress(1))
    var unlisted = Frame(index: 0, kind: .returnAddress, address: RuntimeAddress(0x50000))
    unlisted.imageName = "libdyld"
    #expect(Self.reason(unlisted, in: [app]) == .unlistedImage)
    #expect(Self.lookup(.returnAddress, 0x50000, image: nil, in: [app])?.image == 0, "a bare address names no other image")
    let sized = Self.image("App", 0x10000, size: 0x90000)
    #expect(Self.lookup(.returnAddress, 0x50000, image: 1, in: [sized, Self.image("app", nil)])?.image == 0)
  }

  @Test func aFrameMayStateOnlyItsOffset() throws {
    var frame = Frame(index: 0, kind: .returnAddress, image: 0)
    frame.imageOffset = ImageOffset(0x20)
    guard case .found(let lookup) = Self.place(of: frame, in: [Self.image("App", nil)]) else {
      Issue.record("not found")
      return
    }
    #expect(lookup.offset.value == 0x1f && lookup.shownOffset.value == 0x20 && lookup.address == nil)
  }

  @Test func everythingElseHasAReason() {
    let address = RuntimeAddress(0x5000)
    let app = Self.image("App", 0x10000)
    var placeholder = Self.image("???", 0, size: .max)
    placeholder.isPlaceholder = true
    let cases: [(Frame, [BinaryImage], UnresolvedReason)] = [
      (Frame(index: 0, kind: .exact, address: address), [app], .outsideImages),
      (Frame(index: 0, kind: .exact, address: address), [], .noImages),
      (Frame(index: 0, kind: .exact, address: address, image: 0), [app], .outsideImage(0)),
      (Frame(index: 0, kind: .exact, address: address, image: 0), [placeholder], .outsideImages),
      (
        Frame(index: 0, kind: .exact, address: address, image: 0), [Self.image("App", nil)],
        .noLoadAddress(0)
      ),
      (Frame(index: 0, kind: .exact), [app], .noAddress),
      (Frame(index: 0, kind: .truncated), [app], .truncated),
      (Frame(index: 0, kind: .omitted), [app], .omitted),
      (Frame(index: 0, kind: .javaScript), [app], .noScriptPosition),
      (
        Frame(index: 0, kind: .returnAddress, address: RuntimeAddress(0x10000), image: 0), [app],
        .beforeImage(0)
      ),
      (Frame(index: 0, kind: .exact, address: address, image: 7), [app], .outsideImages),
    ]
    for (frame, images, reason) in cases { #expect(Self.reason(frame, in: images) == reason) }
  }

  @Test(arguments: [UInt64(0), 1, .max, .max - 1]) func extremeAddressesDoNoHarm(address: UInt64) {
    for kind in [Frame.Kind.exact, .returnAddress] {
      for load in [UInt64(0), 1, .max] {
        _ = Self.lookup(kind, address, in: [Self.image("App", load, size: .max, "armv7"), Self.image("Kit", load, size: nil)])
      }
    }
  }
}
