/// What the bytes of an input are, which decides how they are damaged.
package enum InputShape: Sendable {
  /// Text: lines, numbers, JSON.
  case text
  /// Bytes of another kind.
  case binary
  /// Mach-O or ELF: sections, mostly DWARF.
  case object
  /// Protocol Buffers after a head of eight bytes.
  case protobuf
}
