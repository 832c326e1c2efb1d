package import Bytes
package import SymbolModel

/// The header of one file of a shared cache (`dyld_cache_header`, dyld_cache_format.h). The header grew with every system; its own
/// size is `mappingOffset`, because the table of mappings follows. A field exists only if it ends before that; absent ones are 0.
package struct CacheHeader: Sendable {
  /// The architecture that the magic names, for example `arm64e`; `arm64ex1` of the newest machines counts as `arm64e`.
  package let architecture: Architecture
  /// The size of the header in bytes, which is the position of the first mapping.
  package let size: Int
  /// The number of mappings.
  let mappingCount: Int
  /// The position and number of the records of images.
  let images: (offset: UInt64, count: UInt64)
  /// The position and number of the records of images with their UUIDs.
  let imageTexts: (offset: UInt64, count: UInt64)
  /// The position and size of the local symbols in this file; the size is 0 if there are none.
  let locals: (offset: UInt64, size: UInt64)
  /// The UUID of this file, or nil if it is all zeros. That of the main file is the cache's, which reports state.
  package let id: ImageID?
  /// 0 for development, 1 for production, 2 for both.
  let cacheType: UInt64
  /// The platform, as `LC_BUILD_VERSION` counts: 1 macOS, 2 iOS, 3 tvOS, 4 watchOS, 7 to 9 simulators, 10 DriverKit.
  package let platform: UInt32
  /// The size of the whole region in bytes; 0 in files that are not the main one, and before iOS 12.
  package let regionSize: UInt64
  /// The position and number of the mappings with flags.
  let flaggedMappings: (offset: UInt64, count: UInt64)
  /// The version of the system, packed as 16.8.8 bits, or 0 if unknown. No header holds the build.
  package let systemVersion: UInt32
  /// The position and number of the records of subcaches.
  let subcaches: (offset: UInt64, count: UInt64)
  /// The UUID of the file with the local symbols, or nil if there is none.
  let symbolFileID: ImageID?

  /// The first bytes of every file of a cache.
  static let magic = Array("dyld_v1".utf8)

  /// Returns whether a file that begins with these bytes is a file of a shared cache.
  package static func begins(_ head: [UInt8]) -> Bool { head.starts(with: magic) }

  /// The number of first bytes that `id(ofHead:)` needs.
  package static let idEnd = 0x68

  /// Returns the UUID in the first bytes of a file, or nil for files that are not of caches and for those without one.
  package static func id(ofHead head: [UInt8]) -> ImageID? {
    begins(head) && head.count >= idEnd ? ByteSlice(head).uuid(at: 0x58) : nil
  }

  /// Reads the header. Throws `foreign` for other files, and `damaged` for sizes that no cache has.
  package init(parsing bytes: ByteSlice) throws(SharedCacheError) {
    let head = (try? bytes.slice(at: 0, count: 16))?.array ?? []
    guard Self.begins(head) else { throw SharedCacheError(.foreign, "it does not begin with dyld_v1") }
    let size = Int((try? bytes.load(UInt32.self, at: 0x10)) ?? 0)
    // Before 0x98, the header has no UUIDs of images: systems before iOS 10. dyld refuses more than 1,024 bytes.
    guard (0x98...1024).contains(size), size <= bytes.count else {
      throw SharedCacheError(.damaged, "its header has \(size) bytes; caches of iOS 10 and later have 152 to 1,024")
    }
    let fields = Fields(bytes: bytes, size: size)
    self.size = size
    architecture = Self.architecture(head)
    mappingCount = Int(fields.word(0x14))
    let isNew = size >= 0x1c8
    images = (UInt64(fields.word(isNew ? 0x1c0 : 0x18)), UInt64(fields.word(isNew ? 0x1c4 : 0x1c)))
    imageTexts = (fields.long(0x88), fields.long(0x90))
    locals = (fields.long(0x48), fields.long(0x50))
    id = fields.id(0x58)
    cacheType = fields.long(0x68)
    platform = fields.word(0xd8)
    regionSize = fields.long(0xe8)
    flaggedMappings = (UInt64(fields.word(0x138)), UInt64(fields.word(0x13c)))
    systemVersion = fields.word(0x16c)
    subcaches = (UInt64(fields.word(0x188)), UInt64(fields.word(0x18c)))
    symbolFileID = fields.id(0x190)
  }

  /// Whether records of subcaches have their suffix (iOS 16 and later).
  var hasSuffixes: Bool { size > 0x1c8 }

  /// The architecture is right-aligned in the eight bytes after the magic; longer names also take its blanks.
  private static func architecture(_ head: [UInt8]) -> Architecture {
    let text = String(decoding: head[7...].prefix { $0 != 0 }, as: UTF8.self)
    let name = text.filter { $0 != " " }
    return Architecture(name.hasPrefix("arm64e") ? "arm64e" : name)
  }

  /// The fields that the header is long enough for.
  private struct Fields {
    let bytes: ByteSlice
    let size: Int

    func word(_ offset: Int) -> UInt32 { offset + 4 <= size ? (try? bytes.load(UInt32.self, at: offset)) ?? 0 : 0 }
    func long(_ offset: Int) -> UInt64 { offset + 8 <= size ? (try? bytes.load(UInt64.self, at: offset)) ?? 0 : 0 }
    func id(_ offset: Int) -> ImageID? { offset + 16 <= size ? bytes.uuid(at: offset) : nil }
  }
}

extension ByteSlice {
  /// Returns the 16 bytes at a position, or nil if they are outside or all zero.
  func uuid(at offset: Int) -> ImageID? {
    guard let bytes = (try? slice(at: offset, count: 16))?.array, bytes.contains(where: { $0 != 0 }) else { return nil }
    return ImageID(bytes: bytes)
  }
}
