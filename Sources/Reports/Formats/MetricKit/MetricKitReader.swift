import CrashModel
import JSONText
import SymbolModel

/// Reads MetricKit's diagnostics: one of a payload, a single one, or only its call stack tree.
///
/// There is no list of images: they are created from the frames, which have the UUID, the name, the address and the offset. There
/// are no function names.
struct MetricKitReader {
  private var report = CrashReport(format: .metricKit)
  private let diagnostic: JSONValue
  private let evidence: MetricKitOffsets
  private let architecture: Architecture?
  private let metadata: JSONValue?
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
  static func read(_ body: JSONValue, payload: JSONValue?, list: String?) -> CrashReport {
    var reader = MetricKitReader(body)
    reader.readStacks()
    MetricKitFacts.fill(&reader.report, body, payload: payload, list: list)
    let stacks = reader.report.threads.count + reader.report.callTrees.count
    reader.report.diagnostics = JSONFlaws.diagnostics(of: [body], threads: stacks) + reader.report.diagnostics
    return reader.report
  }

  private init(_ diagnostic: JSONValue) {
    self.diagnostic = diagnostic
    metadata = diagnostic["diagnosticMetaData"]
    architecture = metadata?["platformArchitecture"]?.string.map { Architecture($0) }
    evidence = MetricKitOffsets(diagnostic)
  }

  // MARK: Stacks

  private mutating func readStacks() {
    let tree = diagnostic["callStackTree"] ?? diagnostic
    let isPerThread = tree["callStackPerThread"]?.bool ?? true
    for (index, stack) in (tree["callStacks"]?.elements ?? .none).enumerated() where stack.kind == .object {
      let first = report.frames.count
      var nodes: [CallTree.Node] = []
      for node in FrameTreeWalk(stack["callStackRootFrames"] ?? stack["callStackFrames"]) { add(node, to: &nodes, first) }
      if isPerThread, Self.isChain(nodes) || stack["callStackFrames"] != nil {
        addThread(index, first, crashed: stack["threadAttributed"]?.bool ?? false)
      } else {
        addTree(isPerThread ? "Thread_\(index)" : nil, nodes, isPerThread: isPerThread)
      }
    }
  }

  /// Adds a frame, or the mark of those that are nested too deeply.
  private mutating func add(_ node: FrameTreeWalk.Node, to nodes: inout [CallTree.Node], _ first: Int) {
    let index = report.frames.count - first
    let count = node.isCut ? nil : node.value[Name.sampleCount]?.int
    nodes.append(CallTree.Node(frame: report.frames.count, depth: node.depth, sampleCount: count))
    report.frames.append(
      node.isCut ? Frame(index: index, kind: .truncated, place: node.value.range) : frame(node.value, index: index))
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
  private mutating func addTree(_ name: String?, _ nodes: [CallTree.Node], isPerThread: Bool) {
    for (order, node) in nodes.enumerated() where report.frames[node.frame].kind != .truncated {
      let isInner = order + 1 < nodes.count && nodes[order + 1].depth > node.depth
      let isExact = (isPerThread ? node.depth == 0 : !isInner) && !steppedBack.contains(node.frame)
      report.frames[node.frame].kind = isExact ? .exact : .returnAddress
    }
    var tree = CallTree(name: name, nodes: nodes)
    tree.beginsInnermost = isPerThread
    report.callTrees.append(tree)
  }

  // MARK: Frames and images

  private mutating func frame(_ value: JSONValue, index: Int) -> Frame {
    var frame = Frame(index: index, kind: .returnAddress, place: value.range)
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
    return frame
  }

  /// Returns the image for a frame, one per load address of a UUID: frames of one build disagree only if the payload was merged.
  private mutating func image(id: String?, name: String?, _ load: RuntimeAddress?) -> Int? {
    guard id != nil || name != nil else { return nil }
    let key = ImageKey(id: id, name: id == nil ? name : nil, load: load?.value)
    if let known = positions[key] { return known }
    var image = BinaryImage(name: name)
    image.idText = id
    image.id = id.flatMap { ImageID(parsing: $0) }
    image.loadAddress = load
    image.architecture = architecture
    image.inApp = MetricKitFacts.isInApp(image, metadata)
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
  static let sampleCount: JSONName = "sampleCount"
}
