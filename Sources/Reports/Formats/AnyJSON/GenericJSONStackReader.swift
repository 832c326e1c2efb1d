import CrashModel
import JSONText
import SymbolModel

/// Adds call stacks that were found in JSON of any shape to a report.
struct GenericJSONStackReader {
  private let search: StackSearch
  private var report: CrashReport
  /// The position of the first image of each list of the search.
  private var bases: [Int] = []
  /// The list of images that applies to the current stack, as a position in those of the search.
  private var list: Int?
  private var table = ImageTable([])
  private var architecture: Architecture?
  /// Images that only frames name: load address or name to position.
  private var loose: [String: Int] = [:]
  /// The same without the ID, for images with a name.
  private var loosePlaces: [String: Int] = [:]
  /// The positions of the listed images by name.
  private var listed: [String: [Int]] = [:]
  /// The IDs of the threads of the search.
  private var threadIDs: [Int?] = []
  /// The signal of the first crashed thread.
  private var signal: String?
  /// The numbers that threads have.
  private var numbers: Set<Int> = []

  /// Reads a report of an unknown format, taken for one because of the stacks in it.
  static func read(_ body: JSONValue, _ search: StackSearch) -> CrashReport {
    var reader = read(search, CrashReport(format: .json, kind: .other), namesPlaces: false)
    let metadata = GenericJSONMetadata(body, stack: reader.focus)
    reader.markCrashed(metadata.crashedThread)
    FrameKinds.joinRepeatedStacks(&reader.report)
    RepeatedStacks.merge(&reader.report)
    var report = reader.report
    metadata.fill(&report, signal: reader.signal)
    Self.markException(&report)
    report.diagnostics.insert(
      ReportDiagnostic(
        .warning, "unknown JSON layout; used the call stacks at \(reader.places)",
        byte: body.range.lowerBound),
      at: 0)
    report.diagnostics =
      JSONFlaws.diagnostics(of: [body], threads: report.threads.count + report.backtraces.count) + report.diagnostics
    return report
  }

  /// Marks the first stack below a key for exceptions as that of the exception, if the report names one and a thread crashed with
  /// it, as in rows of Crashlytics.
  private static func markException(_ report: inout CrashReport) {
    guard report.exception?.name != nil, report.threads.contains(where: \.crashed),
      let position = report.backtraces.firstIndex(where: { $0.name?.contains("exceptions[") == true })
    else { return }
    report.backtraces[position].kind = .lastException
  }

  /// Returns the report with all stacks of a search, after its own ones, and a diagnostic for every path where some were found.
  static func add(_ search: StackSearch, to report: CrashReport) -> CrashReport { read(search, report).report }

  private static func read(
    _ search: StackSearch, _ report: CrashReport, namesPlaces: Bool = true
  ) -> GenericJSONStackReader {
    var reader = GenericJSONStackReader(search, report)
    reader.readImages()
    var scopes = ImageListScopes(search.imageLists.map(\.scope))
    for stack in search.stacks {
      reader.list = scopes.list(at: stack.value.range.lowerBound)
      reader.read(stack)
    }
    reader.tell(namesPlaces: namesPlaces)
    return reader
  }

  /// The first byte of the crashed thread's stack, or else of the first stack; nil if there is none.
  private var focus: Int? {
    let crashed = report.threads.first { $0.crashed && !$0.frames.isEmpty }
    return crashed.map { report.frames[$0.frames.lowerBound].sourceRange.lowerBound }
      ?? search.stacks.first?.value.range.lowerBound
  }

  /// Marks the thread with an ID as crashed unless a thread is marked.
  private mutating func markCrashed(_ id: Int?) {
    guard let id, !report.threads.contains(where: \.crashed), let position = threadIDs.firstIndex(of: id),
      report.threads.indices.contains(position)
    else { return }
    report.threads[position].crashed = true
  }

  private init(_ search: StackSearch, _ report: CrashReport) {
    self.search = search
    self.report = report
  }

  private mutating func readImages() {
    for list in search.imageLists {
      bases.append(report.images.count)
      report.images += list.images
    }
    for position in (bases.first ?? report.images.count)..<report.images.count {
      if let name = report.images[position].name { listed[name, default: []].append(position) }
    }
    table = ImageTable(report.images)
    architecture = report.images.lazy.compactMap(\.architecture).first
  }

  // MARK: Stacks

  private mutating func read(_ stack: StackSearch.Stack) {
    let first = report.frames.count
    switch stack.form {
    case .objects: if let nodes = readTree(stack.value, first) { return add(nodes, of: stack) }
    case .addresses: for element in stack.value.elements { readAddress(element, first) }
    case .pairs: for element in stack.value.elements { readPair(element, first) }
    case .lines: readLines(stack.value)
    }
    let frames = first..<report.frames.count
    guard !frames.isEmpty || stack.isThread else { return }
    let stated = frames.map { report.frames[$0].kind == .exact }
    let owner = stack.owner.flatMap { stack.isThread ? GenericJSONThread($0) : GenericJSONThread.ofException($0) }
    let isThread = owner != nil
    FrameKinds.assign(
      &report.frames, in: frames, origin: isThread ? .interrupted : .recorded, registers: owner?.registers ?? [],
      architecture: architecture)
    for (position, isExact) in zip(frames, stated) where isExact { report.frames[position].kind = .exact }
    if let owner {
      var thread = CrashThread(index: number(owner.id), crashed: owner.isCrashed, frames: frames)
      // Datadog numbers threads in their names.
      thread.name = owner.name == "Thread \(thread.index)" ? nil : owner.name
      (thread.queue, thread.registers) = (owner.queue, owner.registers)
      if owner.isCrashed { signal = signal ?? owner.signal }
      add(thread, id: owner.id, isListed: stack.isThread)
    } else {
      var backtrace = Backtrace(kind: .callStack, index: report.backtraces.count, frames: frames)
      backtrace.name = stack.trail?.path() ?? ""
      report.backtraces.append(backtrace)
    }
  }

  /// Adds a thread. One that is not listed with the others takes the position of its number.
  private mutating func add(_ thread: CrashThread, id: Int?, isListed: Bool) {
    let next = isListed ? nil : report.threads.firstIndex { $0.index > thread.index }
    report.threads.insert(thread, at: next ?? report.threads.count)
    threadIDs.insert(id, at: min(next ?? threadIDs.count, threadIDs.count))
  }

  /// Returns the number of a thread: its own, or its position if that is none or another thread has it.
  private mutating func number(_ id: Int?) -> Int {
    guard let id, (0..<10_000).contains(id), numbers.insert(id).inserted else { return report.threads.count }
    return id
  }

  // MARK: Frames

  /// Reads a list of frames with those that are nested in them, as in MetricKit's trees; the nodes if they are no single stack.
  private mutating func readTree(_ list: JSONValue, _ first: Int) -> [CallTree.Node]? {
    var nodes: [CallTree.Node] = []
    for node in FrameTreeWalk(list)
    where node.depth == 0 || node.isCut || GenericJSONFrame(node.value).isFrame(isNamedStack: true) {
      let count = node.isCut ? nil : node.value["sampleCount"]?.int
      nodes.append(CallTree.Node(frame: report.frames.count, depth: node.depth, sampleCount: count))
      if node.isCut {
        report.frames.append(Frame(index: report.frames.count - first, kind: .truncated, sourceRange: node.value.range))
      } else {
        readFrame(node.value, first)
      }
    }
    let isList = nodes.allSatisfy { $0.depth == 0 }
    let isChain = nodes.enumerated().allSatisfy { $0.element.depth == $0.offset }
    return isList || isChain ? nil : nodes
  }

  /// Adds a tree. All addresses are those of calls, except in the deepest frames.
  private mutating func add(_ nodes: [CallTree.Node], of stack: StackSearch.Stack) {
    for (order, node) in nodes.enumerated() where report.frames[node.frame].kind == .returnAddress {
      let isInner = order + 1 < nodes.count && nodes[order + 1].depth > node.depth
      if !isInner { report.frames[node.frame].kind = .exact }
    }
    report.callTrees.append(CallTree(name: stack.trail?.path() ?? "", nodes: nodes))
  }

  private mutating func readFrame(_ element: JSONValue, _ first: Int) {
    let found = GenericJSONFrame(element)
    var frame = Frame(index: report.frames.count - first, kind: .returnAddress, sourceRange: element.range)
    if found.isExact == true { frame.kind = .exact }
    frame.reported = symbol(found)
    place(&frame, found)
    if frame.address == nil, frame.imageOffset == nil, !found.isCode {
      frame.kind = .javaScript
      frame.script = found.script
      if found.script != nil { frame.reported = found.reported }
    }
    report.frames.append(frame)
  }

  private mutating func place(_ frame: inout Frame, _ found: GenericJSONFrame) {
    frame.image = found.imageIndex.flatMap { image($0) }
    frame.address = found.address.map { RuntimeAddress($0) }
    if frame.image == nil, let address = frame.address {
      frame.image = table.position(of: address, on: architecture)
    }
    if frame.image == nil, found.imageName != nil || found.imageID != nil {
      frame.image = listedImage(found) ?? looseImage(found)
    }
    if let image = frame.image, found.isInApp == true { report.images[image].inApp = true }
    if frame.address == nil, let offset = found.imageOffset {
      let load = frame.image.flatMap { report.images[$0].loadAddress }
      if let load { frame.address = RuntimeAddress(load: load, offset: ImageOffset(offset)) }
      if load == nil { frame.imageOffset = ImageOffset(offset) }
    }
  }

  private func symbol(_ found: GenericJSONFrame) -> ReportedSymbol? {
    var symbol = ReportedSymbol(symbol: found.symbol, file: found.file, line: found.line)
    if symbol.symbol != nil {
      let distance = found.symbolStart.flatMap { start in found.address.flatMap { $0 >= start ? $0 - start : nil } }
      symbol.offset = found.symbolOffset ?? distance
    }
    return symbol == ReportedSymbol() ? nil : symbol
  }

  /// Returns the position of the image for an index: in the innermost list that applies there, else in the first one, or in the
  /// report's own.
  private func image(_ index: Int) -> Int? {
    guard let list else { return report.images.indices.contains(index) ? index : nil }
    return search.imageLists[list].images.indices.contains(index) ? bases[list] + index : nil
  }

  /// Returns the only listed image with the name and, as far as both are known, the load address and ID of a frame's image. An
  /// address outside of it is in another image.
  private func listedImage(_ found: GenericJSONFrame) -> Int? {
    guard let name = found.imageName.map({ PathText.lastComponent(of: $0) }) else { return nil }
    let id = found.imageID.flatMap { ImageID(parsing: $0) }
    let named = (listed[name] ?? []).filter { position in
      let image = report.images[position]
      guard id == nil || image.id == nil || image.id == id else { return false }
      if let load = found.load, let own = image.loadAddress { return own.value == load }
      guard let address = found.address, image.loadAddress != nil, image.size != nil else { return true }
      return image.contains(RuntimeAddress(address))
    }
    return named.count == 1 ? named.first : nil
  }

  /// Returns an image that only frames describe.
  private mutating func looseImage(_ found: GenericJSONFrame) -> Int {
    let offset = found.imageOffset
    let load = found.load ?? found.address.flatMap { address in offset.flatMap { address >= $0 ? address - $0 : nil } }
    let name = found.imageName.map { PathText.lastComponent(of: $0) }
    let place = "\(load ?? 0) \((load == nil ? found.imageName : name) ?? "")"
    let key = "\(place) \(found.imageID ?? "")"
    if let position = loose[key] ?? sameImage(place, found.imageID) {
      learnPath(found.imageName, of: position)
      return position
    }
    var image = BinaryImage(name: name)
    if let path = found.imageName, path.contains("/") { image.path = path }
    image.idText = found.imageID
    image.id = found.imageID.flatMap { ImageID(parsing: $0) }
    image.loadAddress = load.map { RuntimeAddress($0) }
    image.inApp = ImageOwnership.isInApp(path: image.path)
    loose[key] = report.images.count
    if found.imageName != nil { loosePlaces[place] = loosePlaces[place] ?? report.images.count }
    report.images.append(image)
    return report.images.count - 1
  }

  /// Takes the path of an image that other frames describe without it.
  private mutating func learnPath(_ path: String?, of position: Int) {
    guard let path, report.images[position].path == nil, path.contains("/") else { return }
    report.images[position].path = path
    if ImageOwnership.isInApp(path: path) { report.images[position].inApp = true }
  }

  /// Returns the image of the same name and load address that another frame described, with or without its ID.
  private mutating func sameImage(_ place: String, _ id: String?) -> Int? {
    guard let position = loosePlaces[place] else { return nil }
    guard let id else { return position }
    guard report.images[position].idText == nil else { return nil }
    report.images[position].idText = id
    report.images[position].id = ImageID(parsing: id)
    return position
  }

  private mutating func readAddress(_ element: JSONValue, _ first: Int) {
    guard let value = element.address else { return }
    var frame = Frame(
      index: report.frames.count - first, kind: .returnAddress, address: RuntimeAddress(value), sourceRange: element.range)
    frame.image = table.position(of: RuntimeAddress(value), on: architecture)
    report.frames.append(frame)
  }

  private mutating func readPair(_ element: JSONValue, _ first: Int) {
    let pair = Array(element.elements.prefix(2))
    guard pair.count == 2, let index = pair[0].int, let offset = pair[1].bits else { return }
    var frame = Frame(index: report.frames.count - first, kind: .returnAddress, sourceRange: element.range)
    frame.image = image(index)
    if let load = frame.image.flatMap({ report.images[$0].loadAddress }) {
      frame.address = RuntimeAddress(load: load, offset: ImageOffset(offset))
    } else if index < 0 {
      frame.address = RuntimeAddress(offset)
    } else {
      frame.imageOffset = ImageOffset(offset)
      if frame.image == nil { frame.imageName = "image \(index)" }
    }
    report.frames.append(frame)
  }

  private mutating func readLines(_ value: JSONValue) {
    let texts = value.kind == .array ? Array(value.elements) : [value]
    for element in texts {
      guard let text = element.string else { continue }
      _ = CallStackLine.append(text, at: element.range, to: &report, architecture: architecture, table: table)
    }
  }

  // MARK: What was found

  /// The maximum number of paths in diagnostics.
  private static let maxListed = 8

  /// The paths of the stacks, each once: `events[].frames`.
  private var places: String {
    var paths: [String] = []
    for stack in search.stacks {
      let path = stack.trail?.path(withIndexes: false) ?? ""
      if !paths.contains(path) { paths.append(path) }
      if paths.count > Self.maxListed { break }
    }
    let names = paths.prefix(Self.maxListed).map { $0.isEmpty ? "the top level" : $0 }
    return names.joined(separator: ", ") + (paths.count > names.count ? " and more" : "")
  }

  /// Adds one note per path; paths that differ only in indexes share one.
  private mutating func tell(namesPlaces: Bool) {
    if let byte = search.firstTooDeep {
      let levels = "more than \(StackSearch.deepest) levels deep"
      report.diagnostics.append(ReportDiagnostic(.warning, "values \(levels) were not searched for call stacks", byte: byte))
    }
    guard namesPlaces else { return }
    var places: [(path: String, count: Int, byte: Int)] = []
    var known: [String: Int] = [:]
    for stack in search.stacks {
      let path = stack.trail?.path(withIndexes: false) ?? ""
      if let position = known[path] {
        places[position].count += 1
      } else {
        known[path] = places.count
        places.append((path, 1, stack.value.range.lowerBound))
      }
    }
    for place in places.prefix(Self.maxListed) {
      let stacks = place.count == 1 ? "a call stack was" : "\(place.count) call stacks were"
      report.diagnostics.append(
        ReportDiagnostic(.warning, "\(stacks) found at \(place.path.isEmpty ? "the top level" : place.path)", byte: place.byte))
    }
    if places.count > Self.maxListed {
      let rest = places[Self.maxListed...]
      let count = rest.reduce(0) { $0 + $1.count }
      report.diagnostics.append(
        ReportDiagnostic(.warning, "\(count) more were found at \(rest.count) other keys", byte: rest.first?.byte))
    }
  }
}
