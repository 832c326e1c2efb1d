/// An address in the crashed process's memory, as reports print it: image load address plus offset.
///
/// The front of the module `SymbolModel`, the values that all others share: the three address spaces in this file, `ImageID`
/// (which build), `Architecture`, `SourceFrame` (which function, file and line).
///
/// Example: `Shop` is loaded at 0x102e04000 and a frame has 0x102e0821c. The offset in the image is 0x421c; with a text base of
/// 0x100000000 the link-time address is 0x10000421c, which is what the debug file knows:
///
///     address.offset(from: load)?.linkAddress(textBase: base)
@usableFromInline
package struct RuntimeAddress: Hashable, Comparable, Sendable {
  /// The address, 64 bits wide also for 32-bit processes.
  @usableFromInline package var value: UInt64

  /// Wraps an address of the crashed process.
  @inlinable package init(_ value: UInt64) { self.value = value }

  /// Orders by numeric value.
  @inlinable package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// An offset in bytes from the start of an image in memory (its Mach-O header or lowest ELF segment).
@usableFromInline
package struct ImageOffset: Hashable, Comparable, Sendable {
  /// The offset in bytes.
  @usableFromInline package var value: UInt64

  /// Wraps an offset from the start of an image.
  @inlinable package init(_ value: UInt64) { self.value = value }

  /// Orders by numeric value.
  @inlinable package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// An address as the linker assigned it: what symbol tables, DWARF and `vmaddr` fields hold.
@usableFromInline
package struct LinkAddress: Hashable, Comparable, Sendable {
  /// The address without any slide.
  @usableFromInline package var value: UInt64

  /// Wraps a link-time address.
  @inlinable package init(_ value: UInt64) { self.value = value }

  /// Orders by numeric value.
  @inlinable package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

// The only conversions between the three address spaces.

extension RuntimeAddress {
  /// Returns the offset from `load`, or nil if the address is below it.
  @inlinable package func offset(from load: RuntimeAddress) -> ImageOffset? {
    value >= load.value ? ImageOffset(value - load.value) : nil
  }

  /// The runtime address `offset` bytes after `load`. Wraps around at 2^64, as the machine does.
  @inlinable package init(load: RuntimeAddress, offset: ImageOffset) { self.init(load.value &+ offset.value) }
}

extension ImageOffset {
  /// Returns the link-time address of this offset in an image whose text begins at `textBase` (`vmaddr` of `__TEXT`, or the page
  /// of the lowest `PT_LOAD`). Wraps around at 2^64.
  @inlinable package func linkAddress(textBase: LinkAddress) -> LinkAddress { LinkAddress(textBase.value &+ value) }
}

extension LinkAddress {
  /// Returns the offset from `textBase`, or nil if the address is below it.
  @inlinable package func offset(from textBase: LinkAddress) -> ImageOffset? {
    value >= textBase.value ? ImageOffset(value - textBase.value) : nil
  }
}
