internal import CCompression

/// CRC-32 as in gzip (RFC 1952, section 8). It finds every damage of up to 32 adjacent bits, and all but one of four billion others.
/// libdeflate computes it 8 to 64 bytes at a time, so that a block of 256 bytes takes a third of the instructions of `ContentHash`.
package enum CyclicChecksum {
  /// Returns the checksum of bytes. `seed` stands for what is before them: the same bytes have another checksum with another seed.
  package static func crc32(_ bytes: Span<UInt8>, seed: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(seed, $0.baseAddress, $0.count) }
  }
}
