internal import CrashModel
internal import SymbolModel

extension CrashReport {
  /// Gives frames what their lookups found out and their addresses do not show: the image of those that had none, because
  /// pointer-authentication bits hid it, and then the distance from its start. `places` has one element a frame.
  mutating func adopt(_ places: [FrameAddressing.Place]) {
    for (position, place) in zip(frames.indices, places) {
      guard case .found(let lookup) = place, let address = frames[position].address,
        let load = images[lookup.image].loadAddress
      else { continue }
      if frames[position].image.map({ images[$0].isPlaceholder }) ?? true { frames[position].image = lookup.image }
      // The Thumb bit makes a difference of one, which is shown as it is.
      let shown = RuntimeAddress(load: load, offset: lookup.shownOffset)
      guard frames[position].image == lookup.image, frames[position].imageOffset == nil, address.value ^ shown.value > 1 else {
        continue
      }
      frames[position].imageOffset = lookup.shownOffset
    }
  }
}
