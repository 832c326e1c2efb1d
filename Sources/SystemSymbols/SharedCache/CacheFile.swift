internal import Bytes
internal import System

/// One mapped file of a shared cache.
struct CacheFile: Sendable {
  let path: String
  /// The contents.
  let bytes: ByteSlice
  let header: CacheHeader
  /// The mappings in the order of the header; each is inside the file and ends below 2^64.
  let mappings: [CacheMapping]
  /// What is wrong with the mappings, as clauses.
  let problems: [String]

  /// dyld refuses more mappings.
  private static let mappingLimit = 20

  /// Maps a file and reads its header and mappings. Throws if it is not a file of a cache, cannot be read, or has a header that
  /// no cache has.
  init(path: String) throws(SharedCacheError) {
    self.path = path
    do throws(SystemError) {
      bytes = ByteSlice(try MappedMemory(path: path))
    } catch {
      throw SharedCacheError(.unreadable, error.message)
    }
    header = try CacheHeader(parsing: bytes)
    guard header.mappingCount <= Self.mappingLimit else {
      throw SharedCacheError(.damaged, "its header counts \(header.mappingCount) mappings; no cache has more than 20")
    }
    let stubs = Self.stubAddresses(bytes, header)
    var problems: [String] = []
    var mappings: [CacheMapping] = []
    for position in 0..<header.mappingCount {
      if let mapping = Self.mapping(bytes, header.size + 32 * position, stubs, &problems) { mappings.append(mapping) }
    }
    (self.mappings, self.problems) = (mappings, problems)
  }

  /// Whether the file is no longer what was mapped.
  var hasChanged: Bool { bytes.mapping?.hasChanged ?? false }

  /// Reads one mapping, cut to what the file holds, or returns nil if that is nothing.
  private static func mapping(
    _ bytes: ByteSlice, _ offset: Int, _ stubs: Set<UInt64>, _ problems: inout [String]
  ) -> CacheMapping? {
    guard let address = try? bytes.load(UInt64.self, at: offset), let size = try? bytes.load(UInt64.self, at: offset + 8),
      let fileOffset = try? bytes.load(UInt64.self, at: offset + 16)
    else {
      problems.append("its table of mappings is cut off")
      return nil
    }
    guard !address.addingReportingOverflow(size).overflow, !fileOffset.addingReportingOverflow(size).overflow else {
      problems.append("a mapping at 0x\(String(address, radix: 16)) is larger than the address space")
      return nil
    }
    let available = UInt64(bytes.count) > fileOffset ? UInt64(bytes.count) - fileOffset : 0
    if size > available {
      problems.append("it is cut off: a mapping needs \(fileOffset + size) bytes, and the file has \(bytes.count)")
    }
    let kept = min(size, available)
    guard kept > 0 else { return nil }
    return CacheMapping(address: address, size: kept, fileOffset: fileOffset, isStubs: stubs.contains(address))
  }

  /// Returns the addresses of the mappings that hold stubs (`dyld_cache_mapping_and_slide_info`, flag 8).
  private static func stubAddresses(_ bytes: ByteSlice, _ header: CacheHeader) -> Set<UInt64> {
    guard header.flaggedMappings.count <= UInt64(mappingLimit) else { return [] }
    var found: Set<UInt64> = []
    for position in 0..<Int(header.flaggedMappings.count) {
      let offset = Int(header.flaggedMappings.offset) + 56 * position
      guard let address = try? bytes.load(UInt64.self, at: offset), let flags = try? bytes.load(UInt64.self, at: offset + 40)
      else { break }
      if flags & 8 != 0 { found.insert(address) }
    }
    return found
  }
}
