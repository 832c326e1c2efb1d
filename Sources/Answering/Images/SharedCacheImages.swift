internal import CrashModel
internal import SystemSymbols
internal import SymbolModel

/// Adds images that a report does not list, where frames are in them: those of the shared cache, for frames that only say where in
/// the cache they are (stackshots, panics), or whose image is absent. Only a container of the same cache is asked, by its UUID.
///
/// Example: a frame at 0x1a0005044 of a process whose cache is at 0x1a0000000 is 0x5044 after the cache's beginning. There the
/// container has `libAlpha.dylib`, from 0x4000 on, so that the report gets this image at 0x1a0004000.
struct SharedCacheImages {
  private let container: SystemSymbolFile
  private let base: RuntimeAddress
  /// The image of the report that is the cache itself, or nil.
  private let whole: Int?
  /// The positions of added images in the report, by their offsets in the cache.
  private var added: [UInt64: Int] = [:]

  /// Completes a report for which `find` knows the caches.
  static func complete(_ report: inout CrashReport, _ find: (ImageID) -> SystemSymbolFile?) {
    if let cache = report.sharedCache, let container = find(cache.id) {
      var images = SharedCacheImages(container: container, base: cache.base, whole: nil)
      images.complete(&report)
    }
    for position in report.images.indices {
      let image = report.images[position]
      guard image.name == nil, image.path == nil, !image.isPlaceholder, let id = image.id, let load = image.loadAddress,
        let container = find(id)
      else { continue }
      var images = SharedCacheImages(container: container, base: load, whole: position)
      images.complete(&report)
    }
  }

  private init(container: SystemSymbolFile, base: RuntimeAddress, whole: Int?) {
    self.container = container
    self.base = base
    self.whole = whole
  }

  private mutating func complete(_ report: inout CrashReport) {
    let table = ImageTable(report.images.enumerated().map { $0.offset == whole ? BinaryImage() : $0.element })
    for position in report.frames.indices {
      guard let address = address(of: report.frames.span[position], report, table), let offset = address.offset(from: base),
        let image = image(at: offset.value, &report)
      else { continue }
      report.frames[position].image = image
      guard report.frames[position].imageOffset != nil, let load = report.images[image].loadAddress else { continue }
      report.frames[position].imageOffset = address.offset(from: load)
    }
  }

  /// Returns the address of a frame that is in no image but the cache, or nil for other frames.
  private func address(of frame: borrowing Frame, _ report: borrowing CrashReport, _ table: ImageTable) -> RuntimeAddress? {
    let isWhole = whole != nil && frame.image == whole
    guard isWhole || !isPlaced(frame, report) else { return nil }
    guard let address = frame.address ?? (isWhole ? frame.imageOffset.map { RuntimeAddress(load: base, offset: $0) } : nil) else {
      return nil
    }
    let holder = table.position(of: address)
    return holder.map { isCertain($0, report) } ?? false ? nil : address
  }

  /// Returns whether a frame is in an image other than the cache.
  private func isPlaced(_ frame: borrowing Frame, _ report: borrowing CrashReport) -> Bool {
    guard let image = frame.image, report.images.indices.contains(image) else { return false }
    return whole == nil ? isCertain(image, report) : !report.images.span[image].isPlaceholder
  }

  /// Returns whether an image that seems to hold an address may. An image without a size seems to reach to the next one: one before
  /// the cache does not reach into it, and in the lists of stackshots none has a size.
  private func isCertain(_ holder: Int, _ report: borrowing CrashReport) -> Bool {
    let image = report.images[holder]
    if image.isPlaceholder { return false }
    return image.size != nil || whole == nil && image.loadAddress.map { $0.value >= base.value } ?? false
  }

  /// Returns the position of the image that holds an offset of the cache, which is added if it is new. A stub island is in no
  /// image: then it is that of the cache itself.
  private mutating func image(at offset: UInt64, _ report: inout CrashReport) -> Int? {
    if let found = container.image(at: offset) {
      if let known = added[found.offset] { return known }
      var image = BinaryImage(name: found.path.split(separator: "/").last.map(String.init), path: found.path)
      (image.id, image.size, image.architecture) = (found.id, found.size, container.summary.architecture)
      image.loadAddress = RuntimeAddress(load: base, offset: ImageOffset(found.offset))
      return add(image, found.offset, &report)
    }
    guard container.isStub(offset) else { return nil }
    if let whole { return whole }
    if let known = added[0] { return known }
    var image = BinaryImage(name: "dyld_shared_cache")
    (image.id, image.size, image.architecture) = (container.summary.id, container.summary.extent, container.summary.architecture)
    image.loadAddress = base
    return add(image, 0, &report)
  }

  private mutating func add(_ image: BinaryImage, _ offset: UInt64, _ report: inout CrashReport) -> Int {
    report.images.append(image)
    added[offset] = report.images.count - 1
    return report.images.count - 1
  }
}
