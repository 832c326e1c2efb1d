internal import CrashModel
internal import SymbolModel

/// Gives images whose load address is that of `__TEXT_EXEC` the one of `__TEXT`, from which all offsets count.
///
/// In the kernel's caches of ARM processors, the segments of the kernel and of its extensions are apart from each other, so that only
/// the debug file says how far. Panics and stackshots give the address of the code.
///
/// Example: the kernel's code is at 0xfffffff02cf7c000. In its debug file `__TEXT_EXEC` is 0xb8000 after `__TEXT`. Offsets then
/// count from 0xfffffff02cec4000.
enum CodeSegments {
  /// Changes the images with an ID; `symbols` returns the debug files of one. Without a debug file that has the segment, an image
  /// stays as it is, because nothing is looked up in it; an index alone does not say where the segment is.
  static func place(in report: inout CrashReport, symbols: (BinaryImage) -> ImageSymbols) {
    for position in report.images.indices where report.images.span[position].loadAddressIsTextExec {
      guard report.images[position].id != nil, let load = report.images[position].loadAddress else { continue }
      let found = symbols(report.images[position])
      guard found.textBase != nil else { continue }
      let file = found.files.first { $0.codeBase != nil }
      guard let file, let distance = file.codeBase?.offset(from: file.textBase), distance.value <= load.value else {
        report.images[position].loadAddress = nil
        continue
      }
      report.images[position].loadAddress = RuntimeAddress(load.value - distance.value)
      if let size = report.images[position].size { report.images[position].size = size &+ distance.value }
    }
  }
}
