internal import Glibc

/// The few file operations that the program needs, each a thin wrapper of one POSIX call.
///
/// The front of the module `System`, the only one besides `Bytes` that talks to the operating system for the others. In: paths
/// and open descriptors. Out: values, or a `SystemError` with the operation, the path and the system's code.
///
/// The rest of the module: `MappedMemory` (files in memory), `ChildProcess` and `Interruption` (processes and signals),
/// `Environment` and `Path` (variables, terminals, names).
package enum FileSystem {
  /// The kind of file at a path.
  package enum Kind: Sendable { case file, directory, other }

  /// The result of `stat`.
  package struct Status: Sendable {
    /// The kind of file, symbolic links followed.
    package var kind: Kind
    /// The size in bytes.
    package var size: Int
    /// The time of the last modification, in nanoseconds since 1970.
    package var modified: Int64
    /// Device and inode, which together identify a file.
    package var device: UInt64
    /// See `device`.
    package var inode: UInt64

    /// What all names of the file have in common.
    package var identity: Identity { Identity(device: device, inode: inode) }
  }

  /// A file, whatever path, link or spelling leads to it.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  /// Returns the status of a file, symbolic links followed (stat(2)), or nil if it does not exist or is not accessible.
  package static func status(_ path: String) -> Status? {
    do throws(SystemError) { return try existing(path) } catch {
      PassedOver.note(error)
      return nil
    }
  }

  /// Does the same, and throws if the system failed, so that nothing is known of the file (`SystemError.isPassing`).
  package static func existing(_ path: String) throws(SystemError) -> Status? {
    var record = stat()
    guard unsafe stat(path.fileName, &record) == 0 else {
      if errno == ENOENT { return nil }
      let error = SystemError(errno, operation: "stat", path: path)
      if error.isPassing { throw error }
      return nil
    }
    let kind: Kind = (record.st_mode & S_IFMT) == S_IFREG ? .file : (record.st_mode & S_IFMT) == S_IFDIR ? .directory : .other
    return Status(
      kind: kind, size: Int(record.st_size), modified: modified(record), device: UInt64(record.st_dev),
      inode: UInt64(record.st_ino))
  }

  /// Returns whether there is surely nothing at the path that the parts make up (ENOENT). Most files that are looked for are absent: to
  /// make strings of their paths takes five times the instructions.
  package static func isAbsent(_ folder: String, _ name: String = "", _ middle: String = "", _ ending: String = "") -> Bool {
    let count = folder.utf8.count + name.utf8.count + middle.utf8.count + ending.utf8.count
    return unsafe withUnsafeTemporaryAllocation(byteCount: count + 1, alignment: 1) { path in
      var end = unsafe put(folder, into: path, at: 0)
      end = unsafe put(name, into: path, at: end)
      end = unsafe put(middle, into: path, at: end)
      end = unsafe put(ending, into: path, at: end)
      unsafe path[end] = 0
      guard let text = path.baseAddress, unsafe memchr(text, 0xf4, count) == nil else { return false }
      var record = stat()
      return unsafe stat(text.assumingMemoryBound(to: CChar.self), &record) != 0 && errno == ENOENT
    }
  }

  /// Copies the bytes of a text and returns where they end.
  private static func put(_ text: String, into path: UnsafeMutableRawBufferPointer, at start: Int) -> Int {
    let units = text.utf8.span
    unsafe units.withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(rebasing: path[start...]).copyMemory(from: $0) }
    return start + units.count
  }

  /// Returns whether a path is a symbolic link, or one of several names of a file (lstat(2)).
  package static func isLinked(_ path: String) -> Bool {
    var record = stat()
    guard unsafe lstat(path.fileName, &record) == 0 else { return false }
    let kind = record.st_mode & S_IFMT
    return kind == S_IFLNK || kind == S_IFREG && record.st_nlink > 1
  }

  /// Returns the last modification, in nanoseconds since 1970.
  static func modified(_ record: stat) -> Int64 {
    Int64(record.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(record.st_mtim.tv_nsec)
  }

  /// Returns the names in a directory without `.` and `..`, sorted bytewise. Throws if the directory cannot be read.
  package static func names(in directory: String) throws(SystemError) -> [String] {
    var opened = unsafe opendir(directory.fileName)
    while unsafe opened == nil, errno == EINTR { unsafe opened = opendir(directory.fileName) }
    guard let stream = unsafe opened else { throw SystemError(errno, operation: "opendir", path: directory) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      // readdir(3) returns nothing at the end and after an error, and sets errno only then.
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(fileName: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw SystemError(errno, operation: "readdir", path: directory) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns all bytes of a file or, for the path `-`, of standard input. Throws EFBIG if there are more than `limit`. With `orPipe`,
  /// for what the user named, the file may be a pipe or device.
  package static func contents(of path: String, limit: Int = 1 << 32, orPipe: Bool = false) throws(SystemError) -> [UInt8] {
    if path == "-" { return try readAll(STDIN_FILENO, [], path: path, expecting: 1 << 16, limit: limit) }
    var size = 0
    let file = try Descriptor.sized(path, orPipe: orPipe, &size)
    return try readAll(file.number, [], path: path, expecting: size + 1, limit: limit)
  }

  /// Returns the contents of a regular file, or nil without having read all of them if `isWanted` refuses its first bytes, at most
  /// `first`. Throws EFBIG if a file that is wanted is longer than `limit`.
  package static func contents(
    of path: String, limit: Int, first: Int, where isWanted: ([UInt8]) -> Bool
  ) throws(SystemError) -> [UInt8]? {
    var size = 0
    let file = try Descriptor.sized(path, &size)
    let beginning = try readAvailable(from: file.number, limit: first)
    guard isWanted(beginning) else { return nil }
    return try readAll(file.number, beginning, path: path, expecting: size + 1, limit: limit)
  }

  private static func readAll(
    _ descriptor: CInt, _ beginning: [UInt8], path: String, expecting: Int, limit: Int
  ) throws(SystemError) -> [UInt8] {
    guard expecting <= limit else { throw SystemError(EFBIG, operation: "read", path: path) }
    var bytes: [UInt8] = []
    var room = max(expecting, 4096)
    bytes.reserveLargePages(room)
    bytes += beginning
    room = max(room - bytes.count, 1)
    while try append(to: &bytes, from: descriptor, room: room, path: path) > 0 {
      guard bytes.count <= limit else { throw SystemError(EFBIG, operation: "read", path: path) }
      // The remaining capacity is enough to see that the file has ended.
      room = bytes.capacity > bytes.count ? bytes.capacity - bytes.count : max(bytes.count, 1 << 16)
    }
    return bytes
  }

  /// Appends what one read(2) gives, at most `room` bytes. Returns how many bytes that are, 0 at the end.
  static func append(to bytes: inout [UInt8], from descriptor: CInt, room: Int, path: String) throws(SystemError) -> Int {
    while true {
      var got = 0
      bytes.append(addingCapacity: room) { free in
        unsafe free.withUnsafeMutableBufferPointer { buffer, filled in
          got = unsafe read(descriptor, buffer.baseAddress, min(buffer.count, room))
          filled = max(got, 0)
        }
      }
      if got >= 0 { return got }
      if errno != EINTR { throw SystemError(errno, operation: "read", path: path) }
    }
  }

  /// Returns the first bytes of a file, at most `limit`.
  package static func beginning(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.reading(path)
    return try readAvailable(from: file.number, limit: limit)
  }

  /// Returns the bytes that a descriptor has ready, at most `limit`, after waiting for the first one, or none at the end
  /// (read(2)).
  package static func readAvailable(from descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    var got = 0
    repeat {
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
        got = unsafe read(descriptor, buffer.baseAddress, limit)
        filled = max(got, 0)
      }
      if got >= 0 { return bytes }
    } while errno == EINTR
    throw SystemError(errno, operation: "read")
  }

  /// Returns whether files can be made in a directory: an empty one is made and removed, since permissions do not say it all. What an
  /// interrupted run left of this goes, too.
  package static func isWritable(folder path: String) -> Bool {
    StagingFile.removeLeftovers(in: path)
    let trial = StagingFile.newPath(in: path)
    do throws(SystemError) {
      guard let file = try StagingFile.create(trial) else { return false }
      return file.number >= 0 && remove(trial)
    } catch {
      return false
    }
  }

  /// Returns whether a descriptor has more bytes ready, or is at its end, within `milliseconds` (poll(2)).
  package static func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var record = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&record, 1, milliseconds) > 0
  }

  /// Waits until a descriptor has bytes ready or is at its end, or, with `toTake`, until it accepts bytes (poll(2)). Throws
  /// ETIMEDOUT if neither happens in time.
  static func wait(for descriptor: Int32, toTake: Bool = false, milliseconds: Int32) throws(SystemError) {
    var record = pollfd(fd: descriptor, events: Int16(toTake ? POLLOUT : POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&record, 1, milliseconds)
      if count > 0 { return }
      if count == 0 { throw SystemError(ETIMEDOUT, operation: "poll") }
      if errno != EINTR { throw SystemError(errno, operation: "poll") }
    }
  }

  /// Writes all bytes to a descriptor (write(2), repeated as often as needed).
  package static func write(_ bytes: [UInt8], to descriptor: Int32, path: String? = nil) throws(SystemError) {
    try write(bytes.span, to: descriptor, path: path)
  }

  /// Does the same for bytes in memory.
  package static func write(_ bytes: Span<UInt8>, to descriptor: Int32, path: String? = nil) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer[done...]).baseAddress, buffer.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SystemError(errno, operation: "write", path: path) }
      done += count
    }
  }

  /// Removes a file (unlink(2)). Returns false if it could not be removed.
  @discardableResult
  package static func remove(_ path: String) -> Bool { unsafe unlink(path.fileName) == 0 }

  /// Sets a file's modification time to now (utimensat(2)), unless it is less than `seconds` old. Ignores failures: the time only
  /// records when a cached file was last used.
  package static func touch(_ path: String, ifOlderThan seconds: Int) {
    guard let status = status(path), Int(status.modified / 1_000_000_000) + seconds < time(nil) else { return }
    _ = unsafe utimensat(AT_FDCWD, path.fileName, nil, 0)
  }

  /// Creates a directory and its parents (mkdir(2)). Existing directories are not an error.
  package static func makeDirectories(_ path: String) throws(SystemError) {
    if path.isEmpty || status(path)?.kind == .directory { return }
    try makeDirectories(Path.parent(of: path))
    guard unsafe mkdir(path.fileName, 0o777) == 0 || errno == EEXIST else {
      throw SystemError(errno, operation: "mkdir", path: path)
    }
  }
}
