internal import CCompression

/// The compression of section contents.
package enum Compression: Sendable {
  /// A zlib stream (RFC 1950).
  case zlib
  /// One or more zstd frames (RFC 8878).
  case zstd
}

/// Compressed contents that cannot be decompressed.
package struct InflationError: Error, Sendable, CustomStringConvertible {
  /// The library's message.
  package let description: String
}

extension ByteSlice {
  /// Decompresses the slice into `target` and fills it exactly. Throws if the stream is damaged, or shorter or longer than
  /// `target`; `target` then holds the part that could be decompressed.
  @unsafe package func inflate(_ compression: Compression, into target: UnsafeMutableRawBufferPointer) throws(InflationError) {
    switch compression {
    case .zlib: try unsafe inflateZlib(into: target)
    case .zstd:
      let written = unsafe withUnsafeBytes { unsafe ZSTD_decompress(target.baseAddress, target.count, $0.baseAddress, $0.count) }
      if ZSTD_isError(written) != 0 {
        throw InflationError(description: "zstd: " + (unsafe String(cString: ZSTD_getErrorName(written))))
      }
      guard written == target.count else {
        throw InflationError(description: "zstd: \(written) bytes instead of \(target.count)")
      }
    }
  }

  /// Decompresses an xz stream of unknown size. Throws if it is damaged or has more than `limit` bytes.
  package func inflateXZ(limit: Int) throws(InflationError) -> [UInt8] {
    var size = min(limit, max(4096, count.multipliedReportingOverflow(by: 8).partialValue))
    while true {
      var memory: UInt64 = 256 << 20
      var read = 0
      var written = 0
      var status = LZMA_OK
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        status = unsafe withUnsafeBytes { source in
          unsafe lzma_stream_buffer_decode(
            &memory, 0, nil, source.baseAddress?.assumingMemoryBound(to: UInt8.self), &read, source.count, buffer.baseAddress,
            &written, buffer.count)
        }
        filled = written
      }
      if status == LZMA_OK { return bytes }
      guard status == LZMA_BUF_ERROR, size < limit else {
        throw InflationError(description: "xz: \(status == LZMA_BUF_ERROR ? "cut off or too large" : "damaged")")
      }
      size = min(limit, size * 8)
    }
  }

  /// Decompresses a zlib stream with libdeflate, which takes the whole stream at once and half of the time, and again with zlib what
  /// libdeflate refuses: zlib keeps the part before the damage, and says what is wrong.
  private func inflateZlib(into target: UnsafeMutableRawBufferPointer) throws(InflationError) {
    if unsafe inflateWhole(into: target) { return }
    var size = uLong(target.count)
    let status = unsafe withUnsafeBytes { source in
      unsafe uncompress(
        target.baseAddress?.assumingMemoryBound(to: Bytef.self), &size, source.baseAddress?.assumingMemoryBound(to: Bytef.self),
        uLong(source.count))
    }
    guard status == Z_OK else { throw InflationError(description: "zlib: " + (unsafe String(cString: zError(status)))) }
    guard size == target.count else { throw InflationError(description: "zlib: \(size) bytes instead of \(target.count)") }
  }

  /// Returns whether libdeflate decompressed the slice, a zlib stream, and filled `target` exactly.
  private func inflateWhole(into target: UnsafeMutableRawBufferPointer) -> Bool {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return false }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    let result = unsafe withUnsafeBytes { source in
      unsafe libdeflate_zlib_decompress(
        decompressor, source.baseAddress, source.count, target.baseAddress, target.count, nil)
    }
    return result == LIBDEFLATE_SUCCESS
  }
}

extension [UInt8] {
  /// Returns a zstd frame of the bytes, or nil if the library has no memory. `level` is zstd's, from 1 to 19.
  package func zstdCompressed(level: Int32) -> [UInt8]? {
    let bound = ZSTD_compressBound(count)
    var isFailed = false
    let frame = unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, filled in
      let written = unsafe withUnsafeBytes { source in
        unsafe ZSTD_compress(target.baseAddress, target.count, source.baseAddress, source.count, level)
      }
      isFailed = ZSTD_isError(written) != 0
      filled = isFailed ? 0 : written
    }
    return isFailed ? nil : frame
  }
}

extension ByteSlice {
  /// Returns the decompressed bytes of zstd frames. Throws if they are damaged, or are not exactly `size` bytes.
  package func inflatedZstd(size: Int) throws(InflationError) -> ByteSlice {
    try unsafe ByteSlice(capacity: Swift.max(size, 0)) { target throws(InflationError) in
      try unsafe inflate(.zstd, into: target)
      return target.count
    }
  }
}
