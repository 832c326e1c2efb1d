internal import Glibc

/// Small pieces of a mapped file that are far apart, each read into memory (pread(2)). To touch the first one of a page of the mapping
/// takes three times as long: the system maps the 15 pages around it, too, and unmaps all of them later.
@safe package final class FilePieces {
  private let file: Descriptor
  /// The number of bytes of the mapping in front of the file.
  private let headSize: Int
  private let buffer: UnsafeMutableRawBufferPointer

  /// Opens the file of a mapping again. Returns nil if it can't be opened or is another file by now.
  package init?(of memory: MappedMemory, longest: Int) {
    guard let file = memory.openedAgain() else { return nil }
    self.file = file
    headSize = memory.headSize
    unsafe buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: longest, alignment: 16)
  }

  deinit { unsafe buffer.deallocate() }

  /// Reads bytes of the file, which are the same as those at `position` of the mapping's region. They stay until the next call. Returns nil
  /// if there are fewer, if `count` is more than the longest piece has, or if they can't be read.
  @unsafe package func read(at position: Int, count: Int) -> UnsafeRawBufferPointer? {
    guard count > 0, unsafe count <= buffer.count, position >= headSize,
      unsafe pread(file.number, buffer.baseAddress, count, off_t(position - headSize)) == count
    else { return nil }
    return unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }
}

extension MappedMemory {
  /// Opens the mapped file again to read it. Returns nil if it can't be opened, or if it was changed or replaced.
  fileprivate func openedAgain() -> Descriptor? {
    guard let path = filePath, let opened = try? Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK) else { return nil }
    var record = stat()
    guard unsafe fstat(opened.number, &record) == 0, isFile(record) else { return nil }
    return opened
  }
}
