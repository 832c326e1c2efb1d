import CrashModel
import SymbolModel

/// Completes a report after all of its lines are read: the image that contains each frame, and the kind of each frame's address.
struct AppleTextFinish {
  private let bytes: [UInt8]
  private let margin: LineMargin

  /// Takes a report of a text.
  init(_ bytes: [UInt8], after margin: LineMargin = .none) {
    self.bytes = bytes
    self.margin = margin
  }

  /// Completes images, names and kinds of the frames.
  func complete(_ report: inout CrashReport) {
    markKernel(of: &report)
    assignImages(&report)
    assignKinds(&report)
  }

  // MARK: Images

  /// Marks the kernel and its extensions on ARM processors: spindump takes their addresses from a stackshot, which has those of the
  /// code. Kernels of Intel processors begin at 0xffffff8000000000.
  private func markKernel(of report: inout CrashReport) {
    for position in report.images.indices {
      guard let load = report.images.span[position].loadAddress?.value, load >= 0xffff_fe00_0000_0000 else { continue }
      if !(0xffff_ff80_0000_0000..<0xffff_ffb0_0000_0000).contains(load) { report.images[position].loadAddressIsTextExec = true }
    }
  }

  private func assignImages(_ report: inout CrashReport) {
    let table = ImageTable(report.images)
    let architectures = report.images.lazy.compactMap(\.architecture)
    let architecture = architectures.first { $0.isARM64 } ?? architectures.first
    var added: [UInt64: Int] = [:]
    for position in report.frames.indices {
      guard let address = report.frames.span[position].address else { continue }
      // A call at the very end of an image returns to the first byte after it.
      let image =
        table.position(of: address, on: architecture)
        ?? (address.value > 0 ? table.position(of: RuntimeAddress(address.value - 1)) : nil)
      report.frames[position].image = image
      if let image, !report.images[image].isPlaceholder {
        dropImageOffset(&report.frames[position], load: report.images[image].loadAddress, address: address)
      } else {
        placeOutsideImages(position, &report, &added)
      }
    }
  }

  /// `Image + 15239` is not a symbol: its offset is the distance from the load address.
  private func dropImageOffset(_ frame: inout Frame, load: RuntimeAddress?, address: RuntimeAddress) {
    guard let load, let reported = frame.reported, let offset = reported.offset, reported.file == nil,
      address.offset(from: load)?.value == offset
    else { return }
    frame.reported = nil
  }

  /// Keeps what the line itself has about the image if the list does not have the image.
  private func placeOutsideImages(_ position: Int, _ report: inout CrashReport, _ added: inout [UInt64: Int]) {
    let frame = report.frames[position]
    guard !frame.replaceableRange.isEmpty else { return }
    let whole = lineStart(frame)..<frame.replaceableRange.upperBound
    if let node = AppleTextTreeLine(bytes, whole), node.address == frame.address?.value {
      return placeNode(position, node, &report, &added)
    }
    guard let line = AppleTextFrameLine(bytes, whole) else { return }
    let isNamed = !line.image.isEmpty && !TextScan.hasPrefix(bytes, line.image, "???")
    let name = isNamed ? TextScan.text(bytes, line.image) : nil
    let tail = AppleTextFrameTail(bytes, line.tail, image: line.image)
    if frame.image == nil { report.frames[position].imageName = name }
    guard let offset = tail.imageOffset else { return }
    guard let base = tail.base else {
      report.frames[position].imageOffset = ImageOffset(offset)
      return
    }
    // `0x10864e000 + 5384491` gives the load address of an image that is in no list.
    guard frame.image == nil, base != 0, let name, base &+ offset == line.address else { return }
    place(position, in: name, at: base, &report, &added)
  }

  /// Keeps what a node of a call tree has about its image: `(Shop + 6324)`, `(<UUID> + 6324)`. The address minus the offset is
  /// the load address.
  private func placeNode(
    _ position: Int, _ node: AppleTextTreeLine, _ report: inout CrashReport, _ added: inout [UInt64: Int]
  ) {
    guard report.frames[position].image == nil, let place = node.image, !place.isEmpty,
      !TextScan.hasPrefix(bytes, place, "<unknown"), !TextScan.hasPrefix(bytes, place, "???")
    else { return }
    let name = TextScan.text(bytes, place)
    guard let offset = node.imageOffset, offset < node.address else {
      report.frames[position].imageName = name
      return
    }
    self.place(position, in: name, at: node.address - offset, &report, &added)
  }

  /// Adds a frame to an image that is in no list; `name` may be an ID in brackets.
  private func place(
    _ position: Int, in name: String, at base: UInt64, _ report: inout CrashReport, _ added: inout [UInt64: Int]
  ) {
    if added[base] == nil {
      var image = BinaryImage(name: name)
      image.loadAddress = RuntimeAddress(base)
      if name.hasPrefix("<"), let id = ImageID(parsing: name) { (image.name, image.id, image.idText) = (nil, id, id.description) }
      added[base] = report.images.count
      report.images.append(image)
    }
    report.frames[position].image = added[base]
    report.frames[position].imageName = nil
  }

  /// Returns the start of the last line of a frame.
  private func lineStart(_ frame: Frame) -> Int {
    margin.lineStart(bytes, before: frame.replaceableRange.lowerBound, from: frame.sourceRange.lowerBound)
  }

  // MARK: Kinds

  private func assignKinds(_ report: inout CrashReport) {
    let architecture = (report.images.first { $0.inApp } ?? report.images.first)?.architecture
    let exception = report.backtraces.first { $0.kind == .lastException }?.frames.first
    for thread in report.threads {
      FrameKinds.assign(
        &report.frames, in: thread.frames, origin: isRecorded(thread, in: report, exception) ? .recorded : .interrupted,
        registers: thread.registers, architecture: architecture)
    }
    let hasCallSites = hasCallSites(report)
    for backtrace in report.backtraces {
      FrameKinds.assign(&report.frames, in: backtrace.frames, origin: backtrace.kind == .recrash ? .interrupted : .recorded)
      if backtrace.kind == .lastException, hasCallSites { setExact(&report, backtrace.frames) }
    }
    FrameKinds.joinRepeatedStacks(&report)
    for tree in report.callTrees where report.kind != .leak { assignLeaves(tree, &report) }
  }

  /// Returns a thread whose stack is that of the last exception, whose registers are all 0, or that has none after an uncaught
  /// exception, recorded its own stack (KSCrash and PLCrashReporter). `exception` is the first frame of the last exception's
  /// stack.
  private func isRecorded(_ thread: CrashThread, in report: CrashReport, _ exception: Int?) -> Bool {
    guard thread.crashed else { return false }
    if thread.registers.isEmpty, report.exception?.name != nil { return true }
    if !thread.registers.isEmpty, thread.registers.allSatisfy({ $0.value == 0 }) { return true }
    guard let first = thread.frames.first, let exception else { return false }
    return report.frames[first].address == report.frames[exception].address
  }

  /// Returns whether the last exception's return addresses are already reduced to the calls. iOS 9 and earlier print them so on
  /// 32-bit ARM. KSCrash and PLCrashReporter, which write no `(Native)`, do not.
  private func hasCallSites(_ report: CrashReport) -> Bool {
    guard let major = report.system.version?.split(separator: ".").first.flatMap({ Int($0) }), major <= 9,
      report.system.name == "iPhone OS" || report.system.name == "iOS", report.device.cpuType?.hasSuffix("(Native)") == true
    else { return false }
    return report.images.contains { $0.architecture?.isARM32 == true }
      && !report.images.contains { $0.architecture?.isARM64 == true }
  }

  private func setExact(_ report: inout CrashReport, _ frames: Range<Int>) {
    for position in frames { report.frames[position].kind = .exact }
  }

  /// Sets the kinds of addresses in a sampled tree: inner nodes are calls and leaves are sampled instructions. If the innermost
  /// frames come first, the roots are the sampled instructions.
  private func assignLeaves(_ tree: CallTree, _ report: inout CrashReport) {
    for (order, node) in tree.nodes.enumerated() {
      let isInner = order + 1 < tree.nodes.count && tree.nodes[order + 1].depth > node.depth
      let isExact = tree.beginsInnermost ? node.depth == 0 : !isInner
      report.frames[node.frame].kind = isExact ? .exact : .returnAddress
    }
  }
}
