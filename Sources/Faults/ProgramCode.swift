internal import Bytes
package import ObjectFiles
package import SymbolModel

/// The code of an image, from files with its ID that have any: never from a debug file alone.
package struct ProgramCode {
  private let files: [ObjectFile]
  private let load: RuntimeAddress

  /// Returns nil if none of the files holds code. `load` is where the image begins in the process.
  package init?(_ files: [ObjectFile], load: RuntimeAddress) {
    self.files = files.filter {
      $0.kind != .debugCompanion && $0.kind != .object && $0.sections.contains { $0.isCode && $0.hasContents }
    }
    self.load = load
    if self.files.isEmpty { return nil }
  }

  /// Returns up to `before` bytes in front of an address and up to `after` from it on, all of one section, or nil if no section of
  /// code has it.
  func bytes(around address: UInt64, before: Int, after: Int) -> (first: UInt64, bytes: [UInt8])? {
    guard let offset = RuntimeAddress(address).offset(from: load) else { return nil }
    for file in files {
      let link = offset.linkAddress(textBase: file.textBase).value
      for section in file.sections where section.isCode && section.hasContents && section.compression == .none {
        guard link >= section.address.value, link - section.address.value < section.size else { continue }
        let position = link - section.address.value
        let start = position - min(position, UInt64(before))
        let count = min(section.size - start, position - start + UInt64(after))
        let (place, overflow) = section.fileOffset.addingReportingOverflow(start)
        guard !overflow, let slice = try? file.bytes.slice(at: place, count: count) else { continue }
        return (address - (position - start), slice.array)
      }
    }
    return nil
  }

  func holdsCode(at address: UInt64) -> Bool { bytes(around: address, before: 0, after: 1) != nil }
}
