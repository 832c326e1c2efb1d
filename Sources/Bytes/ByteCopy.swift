/// Copies the short texts that outputs are made of. Preparing a call to copy memory takes more instructions than most of them.
@usableFromInline
enum ByteCopy {
  /// Copies `count` bytes between places that do not overlap; both must have that many. The last word may overlap the one before it.
  @inlinable
  @inline(__always)
  static func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    if count > 64 { return unsafe target.update(from: source, count: count) }
    let (from, to) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
    if count < 8 {
      if count >= 4 {
        unsafe move(from, to, 0, UInt32.self)
        return unsafe move(from, to, count - 4, UInt32.self)
      }
      for position in 0..<count { unsafe target[position] = source[position] }
      return
    }
    var position = 0
    while position + 16 < count {
      unsafe move(from, to, position, SIMD16<UInt8>.self)
      position += 16
    }
    while position + 8 < count {
      unsafe move(from, to, position, UInt64.self)
      position += 8
    }
    unsafe move(from, to, count - 8, UInt64.self)
  }

  @inlinable
  @inline(__always)
  static func move<Word: BitwiseCopyable>(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ offset: Int, _ word: Word.Type
  ) {
    unsafe target.storeBytes(of: source.loadUnaligned(fromByteOffset: offset, as: word), toByteOffset: offset, as: word)
  }
}
