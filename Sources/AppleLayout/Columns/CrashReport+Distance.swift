import Bytes
public import CrashModel
import SymbolModel

extension CrashReport {
  /// Where a frame lies, by its position, as reports without names print it: `0x105bf8000 + 37256`; nil when no image holds it.
  public func distance(of position: Int) -> String? {
    guard let image = frames[position].image, images.indices.contains(image), !images[image].isPlaceholder,
      let load = images[image].loadAddress, frames[position].address != nil || frames[position].imageOffset != nil
    else { return nil }
    let address = frames[position].address?.value ?? 0
    var bytes = Array("0x".utf8)
    bytes.append(hexadecimal: load.value)
    bytes += " + ".utf8
    bytes.append(decimal: frames[position].imageOffset?.value ?? address &- load.value)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same; where no image holds the frame, the distance from 0. Where only a distance is known the image's name stands for the
  /// start.
  public func place(of position: Int) -> String {
    if let distance = distance(of: position) { return distance }
    let frame = frames[position]
    let image = frame.address == nil ? self.image(of: frame)?.name ?? frame.imageName : nil
    return "\(image ?? "0x0") + \(frame.imageOffset?.value ?? frame.address?.value ?? 0)"
  }

  /// The layout of the frames of a stack that the report gives as a bare list of addresses.
  public func listLayout(of frames: Range<Int>) -> FrameLayout {
    let isNarrow = self.frames[frames].allSatisfy { ($0.address?.value ?? 0) <= UInt64(UInt32.max) }
    return .listed(addressDigits: isNarrow ? 8 : 16)
  }
}
