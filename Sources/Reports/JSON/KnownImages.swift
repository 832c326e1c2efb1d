internal import Bytes
internal import CrashModel
internal import Synchronization

/// The images of the reports that were read before. Most reports of a directory list the same images at other addresses; without
/// this cache a batch takes 5 (KSCrash) to 8 percent (Apple text) more instructions. Any number of threads may use one, but each
/// should have a separate one: threads that share images wait for each other to count references.
package final class KnownImages: Sendable {
  private let list = Mutex(List())

  /// Starts without images.
  package init() {}

  /// Returns the image whose text, without its load address, is `words`, or nil if it is new. The caller fills in the load
  /// address.
  func image(saying words: Span<UInt8>) -> BinaryImage? { list.withLock { $0.find(words) } }

  /// Keeps an image whose text is `words`.
  func keep(_ image: BinaryImage, saying words: Span<UInt8>) { list.withLock { $0.add(image, words) } }
}

/// Images by their text.
private struct List {
  /// The text of all images in a row.
  private var words: [UInt8] = []
  /// For each image the range of its text in `words`. Apart from the images: to look at a part of an element copies all of it.
  private var ranges: [Range<Int>] = []
  private var images: [BinaryImage] = []
  /// The positions of images by the hash of their text; of two with the same hash, that of the later one.
  private var positions: [UInt64: Int] = [:]
  /// The position after that of the image that was found last: most reports list the same images in the same order.
  private var next = 0

  /// The maximum number of bytes of text; beyond it, all images are dropped, so that memory does not grow with the number of
  /// reports.
  private static let limit = 2 << 20
  /// The maximum length of an image's text; real ones have a few hundred bytes.
  private static let longest = 4 << 10

  /// Returns the image with this text, or nil if there is none.
  mutating func find(_ asked: Span<UInt8>) -> BinaryImage? {
    if !stands(asked, at: next) {
      guard let position = positions[Self.hash(asked)], stands(asked, at: position) else { return nil }
      next = position
    }
    next += 1
    return images[next - 1]
  }

  private func stands(_ asked: Span<UInt8>, at position: Int) -> Bool {
    guard position < ranges.count, ranges[position].count == asked.count else { return false }
    return ByteSearch.stands(asked, at: ranges[position].lowerBound, of: words.span)
  }

  /// Keeps an image.
  mutating func add(_ image: BinaryImage, _ new: Span<UInt8>) {
    guard new.count <= Self.longest else { return }
    if words.count > Self.limit { self = List() }
    positions[Self.hash(new)] = images.count
    words.append(copying: new)
    ranges.append(words.count - new.count..<words.count)
    images.append(image)
  }

  private static func hash(_ words: Span<UInt8>) -> UInt64 {
    var hash = ContentHash()
    hash.add(words)
    return hash.value
  }
}
