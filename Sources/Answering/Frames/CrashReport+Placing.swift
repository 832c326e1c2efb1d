internal import CrashModel
internal import SymbolModel

extension CrashReport {
  /// Gives frames the image that their lookup found, if it was hidden by pointer authentication bits, and then the offset in it.
  /// `places` has one element per frame.
  mutating func adopt(_ places: [FrameAddressing.Outcome]) {
    for (position, place) in zip(frames.indices, places) {
      guard case .found(let lookup) = place, let address = frames.span[position].address,
        let load = images.span[lookup.image].loadAddress
      else { continue }
      let image = frames.span[position].image
      let isPlaced = image.map { !images.span[$0].isPlaceholder } ?? false
      // The Thumb bit makes a difference of one, which is printed as it is.
      let shown = RuntimeAddress(load: load, offset: lookup.shownOffset)
      let hidesPlace = address.value ^ shown.value > 1
      // Most reports need no change, and then keep the frames that they share with the document.
      if !isPlaced || hidesPlace { adopt(lookup, for: position, isPlaced: isPlaced, hidesPlace: hidesPlace) }
    }
  }

  private mutating func adopt(_ lookup: FrameAddressing.Lookup, for position: Int, isPlaced: Bool, hidesPlace: Bool) {
    if !isPlaced { frames[position].image = lookup.image }
    guard hidesPlace, frames[position].image == lookup.image, frames[position].imageOffset == nil else { return }
    frames[position].imageOffset = lookup.shownOffset
  }
}
