import Bytes
package import CrashModel
import SymbolModel

extension CrashReport {
  /// Returns the position of a frame, given by its position in the report, in the form of reports without names: `0x105bf8000 +
  /// 37256`, or nil if no image contains it.
  package func distance(of position: Int) -> String? {
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

  /// Returns the same, or the distance from 0 if no image contains the frame. If only an offset is known, the image's name
  /// replaces the start.
  package func place(of position: Int) -> String {
    if let distance = distance(of: position) { return distance }
    let frame = frames[position]
    let image = frame.address == nil ? self.image(of: frame)?.name ?? frame.imageName : nil
    return "\(image ?? "0x0") + \(frame.imageOffset?.value ?? frame.address?.value ?? 0)"
  }

  /// Returns the layout of the frames of a stack that the report has as a bare list of addresses.
  package func listLayout(of frames: Range<Int>) -> FrameLayout {
    let isNarrow = self.frames[frames].allSatisfy { ($0.address?.value ?? 0) <= UInt64(UInt32.max) }
    return .listed(addressDigits: isNarrow ? 8 : 16)
  }
}
