internal import Glibc

/// A file that is mapped privately into memory, or fresh memory, with optional free pages in front of it. Unmapped when the owner
/// goes away.
@safe package final class MappedMemory: @unchecked Sendable {
  /// The whole mapping: `headSize` writable bytes, then the file.
  @unsafe package let region: UnsafeMutableRawBufferPointer
  /// The number of bytes before the file, a multiple of the page size; 0 if no head was requested.
  package let headSize: Int
  /// The size of the file in bytes when it was mapped.
  package let fileSize: Int

  /// The file as it was when it was mapped, or nil for fresh memory.
  private let file: (path: String, device: UInt64, inode: UInt64, modified: Int64)?
  /// What was lost of the file, or nil for fresh memory and an empty file.
  package let loss: PageLoss?
  /// What sizes are rounded to, in bytes.
  private let page: Int

  /// Maps `path` (mmap(2), private). `headSize` is rounded up to whole pages; the head is zero-filled and copy-on-write. Throws
  /// EISDIR, EINVAL for what is not a regular file, or what the system says. An empty file maps to no bytes. `page` is a
  /// multiple of the system's page size: 4, 16 or 64 KB, by the processor.
  package init(path: String, headSize: Int = 0, page: Int = MappedMemory.systemPage) throws(SystemError) {
    self.page = page
    let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
    var record = stat()
    guard unsafe fstat(file.number, &record) == 0 else { throw SystemError(errno, operation: "stat", path: path) }
    guard (record.st_mode & S_IFMT) == S_IFREG else {
      throw SystemError((record.st_mode & S_IFMT) == S_IFDIR ? EISDIR : EINVAL, operation: "map", path: path)
    }
    let size = Int(record.st_size)
    let head = (headSize + page - 1) / page * page
    fileSize = size
    self.headSize = head
    self.file = (path, UInt64(record.st_dev), UInt64(record.st_ino), FileSystem.modified(record))
    if size + head == 0 {
      loss = nil
      unsafe region = UnsafeMutableRawBufferPointer(start: nil, count: 0)
      return
    }
    unsafe region = try Self.map(file, size, head: head, path: path)
    loss = unsafe PageLoss(of: region)
  }

  /// Maps a file behind a head. Cleans up itself when it fails: a `deinit` runs after a failure, too, but only once all properties are
  /// set, and what is unmapped twice may be another thread's the second time.
  private static func map(_ file: borrowing Descriptor, _ size: Int, head: Int, path: String) throws(SystemError)
    -> UnsafeMutableRawBufferPointer
  {
    MemoryAllowance.allow(mapping: size)
    let base = unsafe mmap(nil, size + head, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let base = unsafe base, unsafe base != MAP_FAILED else {
      let code = errno
      MemoryAllowance.allow(mapping: -size)
      throw SystemError(code, operation: "map", path: path)
    }
    if size > 0 {
      let placed = unsafe mmap(base + head, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file.number, 0)
      guard unsafe placed != MAP_FAILED else {
        let code = errno
        _ = unsafe munmap(base, size + head)
        MemoryAllowance.allow(mapping: -size)
        throw SystemError(code, operation: "map", path: path)
      }
    }
    return unsafe UnsafeMutableRawBufferPointer(start: base, count: size + head)
  }

  /// Reserves a head of `headSize` bytes, rounded up to whole pages, and `size` zero-filled bytes after it. Pages take memory
  /// only once they are written.
  package init(size: Int, headSize: Int, page: Int = MappedMemory.systemPage) throws(SystemError) {
    self.page = page
    self.headSize = (headSize + page - 1) / page * page
    let total = self.headSize + size
    fileSize = size
    file = nil
    loss = nil
    let base = unsafe mmap(nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let base = unsafe base, unsafe base != MAP_FAILED else { throw SystemError(errno, operation: "map") }
    unsafe region = UnsafeMutableRawBufferPointer(start: base, count: total)
    // What follows the head is written as a whole: a sixth of the time of one address of libc was the first touch of its pages.
    unsafe LargePages.use(for: UnsafeMutableRawBufferPointer(rebasing: region[self.headSize...]))
  }

  /// The size of a page of this system in bytes.
  package static var systemPage: Int { Int(sysconf(CInt(_SC_PAGESIZE))) }

  /// Returns whether both are mappings of one file that did not change in between.
  package func isSameFile(as other: MappedMemory) -> Bool {
    guard let file, let same = other.file else { return false }
    return file.device == same.device && file.inode == same.inode && file.modified == same.modified && fileSize == other.fileSize
  }

  /// The path of the file, or nil for fresh memory.
  var filePath: String? { file?.path }

  /// Whether a record is that of the file as it was when it was mapped.
  func isFile(_ record: stat) -> Bool {
    guard let file else { return false }
    return UInt64(record.st_dev) == file.device && UInt64(record.st_ino) == file.inode
      && FileSystem.modified(record) == file.modified && Int(record.st_size) == fileSize
  }

  /// Whether the file is no longer what was mapped: it was cut off, overwritten, or cannot be read from its disk. If its name now
  /// belongs to another file, the mapped one is unchanged.
  package var hasChanged: Bool {
    if let loss, loss.hasOccurred { return true }
    guard let file, let now = FileSystem.status(file.path), now.device == file.device, now.inode == file.inode else {
      return false
    }
    return now.size != fileSize || now.modified != file.modified
  }

  deinit {
    loss?.end()
    guard let base = unsafe region.baseAddress else { return }
    _ = unsafe munmap(base, region.count)
    if file != nil { MemoryAllowance.allow(mapping: -fileSize) }
  }

  /// Drops the whole pages inside a range of `region` (madvise(2)). Unchanged pages of the file are read again when they are
  /// touched. Only for ranges after the head that were never written. 10,000 addresses of DuckDB take 309 MB instead of 58 without it.
  package func discard(_ range: Range<Int>) {
    guard let base = unsafe region.baseAddress, range.lowerBound >= headSize, range.upperBound <= headSize + fileSize else {
      return
    }
    let start = (range.lowerBound + page - 1) / page * page
    let end = range.upperBound / page * page
    if start < end { _ = unsafe madvise(base + start, end - start, MADV_DONTNEED) }
  }
}
