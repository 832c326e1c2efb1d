internal import CCompression

extension [UInt8] {
  /// Returns a zstd frame of the bytes, or nil if the library has no memory. `level` is zstd's, from 1 to 19.
  public func zstdCompressed(level: Int32) -> [UInt8]? {
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
  public func inflatedZstd(size: Int) throws(InflationError) -> [UInt8] {
    var failure: InflationError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Swift.max(size, 0)) { target, filled in
      do throws(InflationError) {
        try unsafe inflate(.zstd, into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<size]))
        filled = size
      } catch {
        failure = error
        filled = 0
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
