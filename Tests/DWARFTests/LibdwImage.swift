import CLibdw
import ObjectFiles
import Testing

@testable import DWARF

/// The DWARF sections of a file, opened with libdw: an oracle. libdw opens nothing but ELF, so they are copied behind an ELF header.
final class LibdwImage {
  let dwarf: OpaquePointer
  private let elf: OpaquePointer
  private let memory: UnsafeMutableBufferPointer<CChar>

  init(_ file: ObjectFile) throws {
    let sections = try DebugSections(file)
    let parts = [
      ("info", sections.info), ("abbrev", sections.abbrev), ("line", sections.line), ("str", sections.str),
      ("line_str", sections.lineStr), ("str_offsets", sections.strOffsets), ("addr", sections.addr),
      ("ranges", sections.ranges), ("rnglists", sections.rnglists), ("aranges", sections.aranges),
    ].filter { $0.1.count > 0 }
    var bytes = [UInt8](repeating: 0, count: DebugHead.capacity)
    var entries: [DebugHead.Entry] = []
    for (name, part) in parts {
      entries.append(.init(name: name, range: bytes.count..<bytes.count + part.count))
      for offset in 0..<part.count { bytes.append(part.byte(at: offset)) }
      while bytes.count % 16 != 0 { bytes.append(0) }
    }
    let head = DebugHead(entries: entries, isBigEndian: file.isBigEndian).bytes
    bytes.replaceSubrange(0..<head.count, with: head)
    memory = .allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { memory[index] = CChar(bitPattern: byte) }
    _ = elf_version(UInt32(EV_CURRENT))
    elf = try #require(elf_memory(memory.baseAddress, memory.count))
    dwarf = try #require(dwarf_begin_elf(elf, DWARF_C_READ, nil))
  }

  deinit {
    dwarf_end(dwarf)
    elf_end(elf)
    memory.deallocate()
  }
}
