import Bytes
package import CrashModel
import SymbolModel

extension CrashReport {
  /// Returns the position of a frame, given by its position in the report, in the form of reports without names: `0x105bf8000 +
  /// 37256`, or nil if no image contains it.
  package func distance(of position: Int) -> String? { FramePlace.distance(of: frames.span[position], images)?.text }

  /// Returns the same, or the distance from 0 if no image contains the frame. If only an offset is known, the image's name
  /// replaces the start.
  package func place(of position: Int) -> String { FramePlace.text(of: frames.span[position], images) }

  /// Returns the layout of the frames of a stack that the report has as a bare list of addresses.
  package func listLayout(of frames: Range<Int>) -> FrameLayout {
    let isNarrow = self.frames[frames].allSatisfy { ($0.address?.value ?? 0) <= UInt64(UInt32.max) }
    return .listed(addressDigits: isNarrow ? 8 : 16)
  }
}

/// The position of a frame in its image.
struct FramePlace {
  private let load: UInt64
  private let offset: UInt64

  /// Returns the position of a frame, or nil if no image contains it.
  static func distance(of frame: borrowing Frame, _ images: [BinaryImage]) -> FramePlace? {
    let images = images.span
    guard let image = frame.image, images.indices.contains(image), !images[image].isPlaceholder,
      let load = images[image].loadAddress
    else { return nil }
    let (address, offset) = (frame.address, frame.imageOffset)
    guard address != nil || offset != nil else { return nil }
    return FramePlace(load: load.value, offset: offset?.value ?? (address?.value ?? 0) &- load.value)
  }

  /// Returns the same as text, see `CrashReport.place(of:)`.
  static func text(of frame: borrowing Frame, _ images: [BinaryImage]) -> String {
    if let distance = distance(of: frame, images) { return distance.text }
    let start = frame.address == nil ? name(of: frame, images) ?? frame.imageName : nil
    return "\(start ?? "0x0") + \(frame.imageOffset?.value ?? frame.address?.value ?? 0)"
  }

  private static func name(of frame: borrowing Frame, _ images: [BinaryImage]) -> String? {
    frame.image.flatMap { images.indices.contains($0) ? images[$0].name : nil }
  }

  /// The position in the form of reports without names: `0x105bf8000 + 37256`.
  var text: String {
    var bytes = GrowingBytes()
    write(to: &bytes)
    return String(decoding: bytes.array, as: UTF8.self)
  }

  /// Writes `text`.
  func write(to bytes: inout GrowingBytes) {
    bytes.append(literal: "0x")
    bytes.append(hexadecimal: load)
    bytes.append(literal: " + ")
    bytes.append(decimal: offset)
  }
}
