internal import Bytes
internal import SystemSymbols
internal import SymbolModel
internal import System
internal import Workers

/// Writes the container of one shared cache. Several threads read images; their blocks are written in the order of the images.
struct CacheBuild {
  /// The finished container.
  struct Result {
    var summary: CacheSummary
    /// The number of images with names, and of all names.
    var images = 0
    var names = 0
    /// A number that equal containers share.
    var key: UInt64 = 0
    /// The size of the container in bytes.
    var size = 0
    /// Problems with images, as messages that name them; at most twenty.
    var problems: [String] = []
  }

  private let cache: SharedCache
  private let jobs: Int
  private let summary: CacheSummary

  /// The number of problems with images that are reported one by one.
  private static let problemLimit = 20
  /// The bytes of code that a thread reads at a time: about 40,000 functions.
  private static let batchSize: UInt64 = 4 << 20

  /// Prepares the container of a cache whose main file has an ID, for a system.
  init(_ cache: SharedCache, id: ImageID, system: SystemBuild?, jobs: Int) {
    self.cache = cache
    self.jobs = max(1, jobs)
    var summary = CacheSummary(id: id, architecture: cache.header.architecture)
    (summary.platform, summary.base) = (cache.header.platform, cache.base)
    summary.extent = max(cache.end, cache.base) - cache.base
    summary.systemName = system?.name ?? cache.platformName ?? ""
    summary.systemVersion = system?.version ?? cache.versionText ?? ""
    summary.systemBuild = system?.build ?? ""
    self.summary = summary
  }

  /// What was read of some consecutive images.
  private struct Part: Sendable {
    var blocks: [SymbolBlockBuilder.Block] = []
    var images: [ContainerImage] = []
    var problems: [(kind: SharedCacheError.Kind, path: String, text: String)] = []
    var isIncomplete = false
  }

  /// Writes the container to a new file. Calls `progress` with the number of images that were read. Throws `SystemError` if the
  /// file cannot be written.
  func write(to path: String, progress: (_ done: Int, _ total: Int) -> Void) throws(SystemError) -> Result {
    let batches = batches()
    var result = Result(summary: summary)
    var writer = ContainerWriter()
    var problems: [(kind: SharedCacheError.Kind, path: String, text: String)] = []
    try FileSystem.write(new: path) { put throws(SystemError) in
      try put(ContainerWriter.head)
      var size = ContainerWriter.head.count
      var next = 0
      while next < batches.count {
        let round = batches[next..<min(next + 8 * jobs, batches.count)].map { $0 }
        for part in Parallel.map(round.count, jobs: jobs, { read(round[$0]) }) {
          for block in part.blocks {
            writer.note(block)
            try put(block.bytes)
            size += block.bytes.count
          }
          part.images.forEach { writer.note($0) }
          problems += part.problems
          if part.isIncomplete { throw .outOfMemory }
        }
        next += round.count
        progress(round.last?.upperBound ?? 0, cache.images.count)
      }
      note(problems, writer, &result)
      let stubs = cache.stubs.filter { $0.lowerBound >= cache.base }
      let end = writer.end(result.summary, stubs: stubs.map { $0.lowerBound - cache.base..<$0.upperBound - cache.base })
      try put(end.bytes)
      (result.key, result.size) = (end.key, size + end.bytes.count)
    }
    return result
  }

  /// Returns ranges of consecutive images.
  private func batches() -> [Range<Int>] {
    var batches: [Range<Int>] = []
    var (start, size): (Int, UInt64) = (0, 0)
    for (position, image) in cache.images.enumerated() {
      size = size &+ image.textSize
      if size >= Self.batchSize || position - start == 255 {
        batches.append(start..<position + 1)
        (start, size) = (position + 1, 0)
      }
    }
    if start < cache.images.count { batches.append(start..<cache.images.count) }
    return batches
  }

  private func read(_ range: Range<Int>) -> Part {
    var part = Part()
    var builder = SymbolBlockBuilder()
    for position in range { read(position, &builder, &part) }
    builder.finish()
    (part.blocks, part.isIncomplete) = (builder.blocks, builder.isIncomplete)
    return part
  }

  /// Reads one image. What is outside its code, or after the start of the next image, is left out.
  private func read(_ position: Int, _ builder: inout SymbolBlockBuilder, _ part: inout Part) {
    let image = cache.images[position]
    let next = position + 1 < cache.images.count ? cache.images[position + 1].address : UInt64.max
    guard image.address >= cache.base else {
      return part.problems.append((.damaged, image.path, "its address is outside the cache"))
    }
    let (start, limit) = (image.address - cache.base, min(image.textSize, next - image.address))
    var names = 0
    do throws(SharedCacheError) {
      let reading = try cache.symbols(of: image) { offset, strings, name in
        if UInt64(offset) < limit { builder.add(start + UInt64(offset), strings, name) }
      }
      names = reading.names
      part.problems += reading.problems.map { (.damaged, image.path, $0) }
    } catch {
      part.problems.append((error.kind, image.path, error.description))
    }
    builder.stop(at: start + limit)
    part.images.append(ContainerImage(id: image.id, offset: start, size: image.textSize, path: image.path, names: names))
  }

  /// Says what is missing, once for each reason.
  private func note(
    _ problems: [(kind: SharedCacheError.Kind, path: String, text: String)], _ writer: ContainerWriter, _ result: inout Result
  ) {
    result.names = writer.names
    result.images = writer.namedImages
    var gaps: [String] = []
    if cache.lacksLocals { gaps.append("no local symbols (the file .symbols), so only exported functions have names") }
    let absent = problems.count { $0.kind == .absent }
    if absent > 0 { gaps.append("\(absent) images are in files that are missing") }
    let damaged = problems.count - absent
    if damaged > 0 { gaps.append("\(damaged) images are damaged") }
    result.summary.gaps = gaps.joined(separator: "; ")
    let shown = problems.filter { $0.kind != .absent }
    result.problems = shown.prefix(Self.problemLimit).map {
      "\($0.path.isEmpty ? "an image without a path" : $0.path): \($0.text)"
    }
    if shown.count > Self.problemLimit { result.problems.append("\(shown.count - Self.problemLimit) more images are damaged") }
  }
}

extension SharedCache {
  /// The name of the platform, as Apple's tools print it, or nil for one that the header does not name.
  var platformName: String? {
    let names: [UInt32: String] = [
      1: "macOS", 2: "iOS", 3: "tvOS", 4: "watchOS", 5: "bridgeOS", 6: "Mac Catalyst", 7: "iOS Simulator", 8: "tvOS Simulator",
      9: "watchOS Simulator", 10: "DriverKit", 11: "visionOS", 12: "visionOS Simulator",
    ]
    return names[header.platform]
  }

  /// The version of the system, for example `26.1`, or nil if the header does not hold it.
  var versionText: String? {
    let version = header.systemVersion
    guard version != 0 else { return nil }
    let patch = version & 0xff
    return "\(version >> 16).\(version >> 8 & 0xff)" + (patch > 0 ? ".\(patch)" : "")
  }
}
