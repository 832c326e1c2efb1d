import CrashModel
import JSONText
import SymbolModel

/// Reads MetricKit's diagnostics: one of a payload or report, a single one, or only its call stack tree.
///
/// There is no list of images with load addresses: they are created from the frames, which have the UUID, the address and the
/// offset, and, up to iOS 26, the name. Only App Store Connect's logs have names of functions.
struct MetricKitReader {
  private var report = CrashReport(format: .metricKit)
  private let evidence: MetricKitOffsets
  private let architecture: Architecture?
  private let metadata: MetricKitMetadata
  private let binaries: MetricKitBinaries
  /// Whether the frames may have names and marks of Apple's servers, as in App Store Connect's logs.
  private let isLog: Bool
  /// The positions of frames that are return addresses according to their offsets.
  private var steppedBack: Set<Int> = []
  /// The positions of images by their identity.
  private var positions: [ImageKey: Int] = [:]

  private struct ImageKey: Hashable {
    let id: String?
    let name: String?
    let load: UInt64?
  }

  /// Reads one diagnostic. What it lacks stays unknown.
  static func read(_ body: JSONValue, payload: JSONValue?, key: String?) -> CrashReport {
    var reader = MetricKitReader(body, payload)
    for tree in MetricKitShape.trees(of: body) { reader.readStacks(of: tree) }
    reader.report.joinImagesWithoutLoadAddress()
    MetricKitDiagnostic.fill(&reader.report, body, reader.metadata, payload: payload, key: key)
    let stacks = reader.report.threads.count + reader.report.callTrees.count
    reader.report.diagnostics = JSONFlaws.diagnostics(of: [body], threads: stacks) + reader.report.diagnostics
    return reader.report
  }

  private init(_ diagnostic: JSONValue, _ payload: JSONValue?) {
    metadata = MetricKitMetadata(diagnostic, payload: payload)
    binaries = MetricKitBinaries(MetricKitShape.trees(of: diagnostic))
    isLog = diagnostic["callStackTree"]?.kind == .array
    architecture = metadata.text("platformArchitecture").map { Architecture($0) }
    evidence = MetricKitOffsets(diagnostic)
  }

  // MARK: Stacks

  private mutating func readStacks(of tree: JSONValue) {
    // The trees of App Store Connect are those of many devices.
    let isPerThread = !isLog && tree["callStackPerThread"]?.bool ?? true
    for (index, stack) in MetricKitShape.stacks(of: tree).enumerated() where stack.kind == .object {
      let first = report.frames.count
      var nodes: [CallTree.Node] = []
      for node in FrameTreeWalk(MetricKitShape.roots(of: stack)) { add(node, to: &nodes, first) }
      if isPerThread, Self.isChain(nodes) || stack["callStackFrames"] != nil {
        addThread(index, first, crashed: stack["threadAttributed"]?.bool ?? false)
      } else {
        addTree(isPerThread ? "Thread_\(index)" : nil, nodes, beginsInnermost: isPerThread || endsWithStarts(nodes))
      }
    }
  }

  /// Adds a frame, or the mark of those that are nested too deeply.
  private mutating func add(_ node: FrameTreeWalk.Node, to nodes: inout [CallTree.Node], _ first: Int) {
    let index = report.frames.count - first
    let count = node.isCut ? nil : node.value[Name.sampleCount]?.int
    var added = CallTree.Node(frame: report.frames.count, depth: node.depth, sampleCount: count)
    added.isBlamed = isLog && !node.isCut && node.value[Name.isBlameFrame]?.bool == true
    nodes.append(added)
    report.frames.append(
      node.isCut ? Frame(index: index, kind: .truncated, sourceRange: node.value.range) : frame(node.value, index: index))
  }

  /// Returns whether every node has one child at most, and there is one root.
  private static func isChain(_ nodes: [CallTree.Node]) -> Bool {
    nodes.enumerated().allSatisfy { $0.offset == $0.element.depth }
  }

  /// Adds the stack of a thread. The root is the innermost frame; its subframes are the callers.
  private mutating func addThread(_ index: Int, _ first: Int, crashed: Bool) {
    let frames = first..<report.frames.count
    FrameKinds.assign(&report.frames, in: frames, origin: .interrupted, architecture: architecture)
    report.threads.append(CrashThread(index: index, crashed: crashed, frames: frames))
  }

  /// Adds a tree. In a tree of many threads, the roots are the outermost frames and the deepest frames the innermost; in a tree
  /// of a single thread, it is the other way round.
  private mutating func addTree(_ name: String?, _ nodes: [CallTree.Node], beginsInnermost: Bool) {
    for (order, node) in nodes.enumerated() where report.frames[node.frame].kind != .truncated {
      let isInner = order + 1 < nodes.count && nodes[order + 1].depth > node.depth
      let isExact = (beginsInnermost ? node.depth == 0 : !isInner) && !steppedBack.contains(node.frame)
      report.frames[node.frame].kind = isExact ? .exact : .returnAddress
    }
    var tree = CallTree(name: name, nodes: nodes)
    tree.beginsInnermost = beginsInnermost
    report.callTrees.append(tree)
  }

  /// Returns whether all leaves of a tree are in the code that begins a thread, and not all roots are: then the roots are the
  /// innermost frames, whatever the tree's flag says.
  private func endsWithStarts(_ nodes: [CallTree.Node]) -> Bool {
    func isStart(_ node: CallTree.Node) -> Bool {
      report.image(of: report.frames[node.frame])?.name.map { Self.threadStarts.contains($0) } ?? false
    }
    let leaves = nodes.indices.filter { $0 + 1 == nodes.count || nodes[$0 + 1].depth <= nodes[$0].depth }
    guard nodes.count > 1, leaves.allSatisfy({ isStart(nodes[$0]) }) else { return false }
    return !nodes.lazy.filter { $0.depth == 0 }.allSatisfy { isStart($0) }
  }

  private static let threadStarts: Set<String> = [
    "dyld", "libdyld.dylib", "libsystem_pthread.dylib", "libswift_Concurrency.dylib",
  ]

  // MARK: Frames and images

  private mutating func frame(_ value: JSONValue, index: Int) -> Frame {
    var frame = Frame(index: index, kind: .returnAddress, sourceRange: value.range)
    frame.address = value[Name.address]?.address.map { RuntimeAddress($0) }
    let id = value[Name.binaryUUID]?.string
    let place = evidence.place(of: value)
    if place.isSteppedBack { steppedBack.insert(report.frames.count) }
    let offset = place.offset
    let load = frame.address.flatMap { address in
      offset.flatMap { address.value >= $0 ? RuntimeAddress(address.value - $0) : nil }
    }
    if frame.address == nil { frame.imageOffset = offset.map { ImageOffset($0) } }
    frame.image = image(id: id, name: value[Name.binaryName]?.string, load)
    if isLog { frame.reported = Self.reported(value) }
    return frame
  }

  /// Returns the name that Apple's servers gave the frame, or nil without one.
  private static func reported(_ value: JSONValue) -> ReportedSymbol? {
    guard let symbol = value[Name.symbolName]?.string, !symbol.isEmpty else { return nil }
    return ReportedSymbol(
      symbol: symbol, offset: value["offsetIntoSymbol"]?.address,
      file: value["fileName"]?.string.flatMap { $0.isEmpty ? nil : $0 },
      line: value["lineNumber"]?.address.flatMap { UInt32(exactly: $0) }.flatMap { $0 == 0 ? nil : $0 })
  }

  /// Returns the image for a frame, one per load address of a UUID: frames of one build disagree only if the payload was merged.
  private mutating func image(id: String?, name: String?, _ load: RuntimeAddress?) -> Int? {
    guard id != nil || name != nil else { return nil }
    let key = ImageKey(id: id, name: id == nil ? name : nil, load: load?.value)
    if let known = positions[key] { return known }
    let parsed = id.flatMap { ImageID(parsing: $0) }
    var image = BinaryImage(name: name ?? binaries.name(of: parsed))
    image.idText = id
    image.id = parsed
    image.loadAddress = load
    image.architecture = architecture
    image.inApp = MetricKitDiagnostic.isInApp(image, metadata)
    positions[key] = report.images.count
    report.images.append(image)
    return report.images.count - 1
  }
}

/// The keys of every frame.
private enum Name {
  static let address: JSONName = "address"
  static let binaryName: JSONName = "binaryName"
  static let binaryUUID: JSONName = "binaryUUID"
  static let isBlameFrame: JSONName = "isBlameFrame"
  static let sampleCount: JSONName = "sampleCount"
  static let symbolName: JSONName = "symbolName"
}
