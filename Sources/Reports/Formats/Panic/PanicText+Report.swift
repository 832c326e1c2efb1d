import CrashModel
import SymbolModel

extension PanicText {
  /// Adds the process, the machine and the call stack of the panic to a report, which may have them already. The thread that
  /// panicked counts as crashed; `threads` has the IDs of the report's threads. `end` is where the report ends; `lines` has the
  /// position of each frame in the input, or is empty if the message is inside a string.
  func fill(_ report: inout CrashReport, threads: [Int] = [], end: Int, lines: [Line] = []) {
    report.process.name = report.process.name ?? process
    report.process.pid = report.process.pid ?? pid
    report.device.model = report.device.model ?? model
    report.system.name = report.system.name ?? systemName
    report.system.build = report.system.build ?? systemBuild
    if let thread, let position = threads.firstIndex(of: thread), report.threads.indices.contains(position) {
      report.threads[position].crashed = true
    }
    nameImages(of: &report)
    guard !addresses.isEmpty else { return }
    let first = report.frames.count
    var images: [Int?: Int] = [:]
    for (index, address) in addresses.enumerated() {
      var frame = Frame(index: index, kind: .returnAddress, address: RuntimeAddress(address), sourceRange: end..<end)
      if lines.indices.contains(index) {
        (frame.sourceRange, frame.replaceableRange) = (lines[index].sourceRange, lines[index].tail)
      }
      let owner = extensions.firstIndex { $0.range.contains(address - 1) }
      if let known = images[owner] {
        frame.image = known
      } else if let image = image(of: owner) {
        frame.image = report.images.count
        images[owner] = report.images.count
        report.images.append(image)
      } else {
        frame.imageName = owner.map { extensions[$0].name } ?? "kernel"
      }
      report.frames.append(frame)
    }
    noteMissingKernel(&report, first..<report.frames.count)
    var backtrace = Backtrace(kind: .panic, frames: first..<report.frames.count)
    backtrace.name = [process, pid.map { "[\($0)]" }, thread.map { "thread \($0)" }].compactMap { $0 }.joined(separator: " ")
    report.backtraces.append(backtrace)
  }

  /// Returns an extension's image, or the kernel's; nil if the message does not say where it is.
  ///
  /// On ARM processors the addresses are those of the code (`__TEXT_EXEC`).
  private func image(of owner: Int?) -> BinaryImage? {
    guard let owner else { return kernel }
    let found = extensions[owner]
    var image = BinaryImage(name: found.name)
    (image.id, image.idText) = (found.id, found.id?.description)
    image.loadAddress = RuntimeAddress(found.range.lowerBound)
    // A call may be the last instruction, so that the return address is after the end.
    image.size = found.range.upperBound - found.range.lowerBound + 1
    image.loadAddressIsTextExec = isARM
    image.inApp = !found.name.hasPrefix("com.apple.")
    return image
  }

  /// The kernel. Before iOS 15 and macOS 12 on ARM the message has only the address of its `__TEXT`. That is enough unless the
  /// kernel is in a collection: then all its segments moved by the same distance (`Kernel slide`).
  private var kernel: BinaryImage? {
    let moved = isARM && isInCollection ? nil : textBase
    guard let base = isARM ? codeBase ?? moved : textBase else { return nil }
    var image = BinaryImage(name: "kernel")
    (image.id, image.idText) = (kernelID, kernelID?.description)
    image.loadAddress = RuntimeAddress(base)
    image.loadAddressIsTextExec = isARM && codeBase != nil
    return image
  }

  /// Notes that frames of the kernel cannot be looked up.
  private func noteMissingKernel(_ report: inout CrashReport, _ frames: Range<Int>) {
    guard kernel == nil, frames.contains(where: { report.frames[$0].image == nil }) else { return }
    let line = isARM ? "Kernel text exec base" : "Kernel text base"
    let why = "the panic does not say where the kernel was (`\(line)`), so its addresses are not looked up"
    report.diagnostics.append(ReportDiagnostic(.warning, why, kind: .noImages))
  }

  /// Names the images of a stackshot, which have only IDs.
  private func nameImages(of report: inout CrashReport) {
    let all = extensions + dependencies
    var names = Dictionary(all.compactMap { found in found.id.map { ($0, found.name) } }) { first, _ in first }
    if let kernelID { names[kernelID] = "kernel" }
    for position in report.images.indices where report.images.span[position].name == nil {
      if let name = report.images[position].id.flatMap({ names[$0] }) { report.images[position].name = name }
    }
  }
}
