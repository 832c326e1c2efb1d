internal import CLibdw

/// One libdw handle on an ELF image in memory.
@safe final class LibdwHandle {
  private let owner: AnyObject
  private let elf: OpaquePointer
  /// libdw's own handle.
  @unsafe let dwarf: OpaquePointer

  /// Opens the image, which `owner` keeps alive. Returns nil if libdw rejects it.
  @unsafe init?(_ image: UnsafeMutableRawBufferPointer, keeping owner: AnyObject) {
    guard let base = image.baseAddress,
      let elf = unsafe elf_memory(base.assumingMemoryBound(to: CChar.self), image.count)
    else { return nil }
    guard let dwarf = unsafe dwarf_begin_elf(elf, DWARF_C_READ, nil) else {
      _ = unsafe elf_end(elf)
      return nil
    }
    self.owner = owner
    unsafe self.elf = unsafe elf
    unsafe self.dwarf = unsafe dwarf
  }

  deinit {
    _ = unsafe dwarf_end(dwarf)
    _ = unsafe elf_end(elf)
  }

  /// Calls `body` with the rows of the unit whose root entry is at `entry`, sorted by address. Returns nil if libdw cannot read
  /// its table to the end.
  @unsafe func withLines<Result>(ofUnitAt entry: Int, _ body: (_ lines: OpaquePointer, _ count: Int) -> Result?) -> Result? {
    var root = unsafe Dwarf_Die()
    guard unsafe dwarf_offdie(dwarf, Dwarf_Off(entry), &root) != nil else { return nil }
    var lines: OpaquePointer?
    var count = 0
    guard unsafe dwarf_getsrclines(&root, &lines, &count) == 0, let lines = unsafe lines else { return nil }
    defer { withExtendedLifetime(self) {} }
    return unsafe body(lines, count)
  }

  /// Returns the files of the table of the unit whose root entry is at `entry`, valid as long as the handle.
  @unsafe func files(ofUnitAt entry: Int) -> (list: OpaquePointer, count: Int)? {
    var root = unsafe Dwarf_Die()
    guard unsafe dwarf_offdie(dwarf, Dwarf_Off(entry), &root) != nil else { return nil }
    var files: OpaquePointer?
    var count = 0
    guard unsafe dwarf_getsrcfiles(&root, &files, &count) == 0, let files = unsafe files else { return nil }
    return unsafe (files, count)
  }
}
