import CrashModel
import JSONText
import SymbolModel

/// Reads Apple's `.ips` reports: a metadata object and a body (Apple, "Interpreting the JSON format of a crash report").
struct IPSReader {
  private var report: CrashReport
  private let body: JSONValue
  private var table = ImageTable([])
  private var architecture: Architecture?
  /// The IDs of a stackshot's threads, one per thread of the report.
  private var threadIDs: [Int] = []
  /// The fields of the current frame.
  private var frameRow = JSONRow(IPSFrameField.self)

  /// Reads one report. What the body lacks stays unknown.
  static func read(header: JSONValue?, body: JSONValue?, _ known: KnownImages? = nil) -> CrashReport {
    guard let body else { return IPSMetadata.withoutBody(header) }
    var reader = IPSReader(body)
    reader.readImages(known)
    reader.readSharedCache()
    reader.readStacks()
    reader.readStackshot()
    reader.readCode()
    if IPSMetadata.isOfOtherForm(header, body) || reader.report.frames.isEmpty { reader.readOtherStacks() }
    IPSMetadata.fill(&reader.report, header: header, body: body)
    if let panic = IPSDetails.panic(body)?.string {
      PanicText(Array(panic.utf8)).fill(&reader.report, threads: reader.threadIDs, end: body.range.upperBound)
    }
    let texts = header?.document === body.document ? [body] : [header, body]
    reader.report.diagnostics = JSONFlaws.diagnostics(of: texts, threads: reader.report.threads.count) + reader.report.diagnostics
    return reader.report
  }

  /// Searches call stacks at keys other than those of crash reports and stackshots.
  private mutating func readOtherStacks() {
    let shot = body["stackshot"]
    var known = [body["lastExceptionBacktrace"], body["asiBacktraces"], body["processByPid"], shot?["processByPid"]]
    if !report.images.isEmpty { known += [body["usedImages"], body["binaryImages"], shot?["binaryImages"]] }
    // Threads without frames may have them at other keys.
    if report.threads.contains(where: { !$0.frames.isEmpty }) { known.append(body["threads"]) }
    let search = StackSearch(body, skipping: known)
    guard search.holdsFrames else { return }
    if body["processByPid"] == nil, shot == nil, report.threads.allSatisfy(\.frames.isEmpty) { report.threads = [] }
    report = GenericJSONStackReader.add(search, to: report)
  }

  private init(_ body: JSONValue) {
    self.body = body
    report = CrashReport(format: .ips)
    report.frames.reserveCapacity(min(body.range.count / 160, 2_048))
  }

  // MARK: Images

  private mutating func readImages(_ known: KnownImages?) {
    let list = body["usedImages"] ?? body["binaryImages"] ?? body["stackshot"]?["binaryImages"]
    var rows = ImageRows<IPSImageField>(saying: IPSImageField.whatItIs, .ips, known: known)
    report.images.reserveCapacity(min((body["usedImages"]?.range.count ?? 0) / 160, 1_024))
    var elements = list?.elements ?? .none
    while rows.readNext(&elements) {
      let isListed = !rows.row.isObject && rows.row.value.kind == .array
      report.images.append(isListed ? Self.listedImage(rows.row.value) : Self.image(&rows))
    }
    judgeImagesWithoutPath()
    table = ImageTable(report.images)
    architecture = report.images.first { $0.architecture?.isARM64 == true }?.architecture
    if architecture == nil, body["cpuType"]?.string?.hasPrefix("ARM") == true { architecture = Architecture("arm64") }
  }

  /// The size is not read: under Rosetta it is that of several caches.
  private mutating func readSharedCache() {
    guard let cache = body["sharedCache"] ?? body["stackshot"]?["sharedCache"], let base = cache["base"]?.bits,
      let id = cache["uuid"]?.string.flatMap({ ImageID(parsing: $0) })
    else { return }
    report.sharedCache = SharedCacheReference(id: id, base: RuntimeAddress(base))
  }

  /// Images without a path belong to the app if they are outside the shared cache, unless the process is one of the system's.
  /// Reports of operating system faults name no image.
  private mutating func judgeImagesWithoutPath() {
    guard let cache = body["sharedCache"], let base = cache["base"]?.bits, let size = cache["size"]?.uint64, size > 0 else {
      return
    }
    if let path = body["procPath"]?.string, !ImageOwnership.isInApp(path: path) { return }
    for position in report.images.indices where report.images.span[position].path == nil {
      guard !report.images[position].isPlaceholder, let load = report.images[position].loadAddress?.value else { continue }
      report.images[position].inApp = load < base || load - base >= size
    }
  }

  private static func image(_ rows: inout ImageRows<IPSImageField>) -> BinaryImage {
    var image = rows.image { row in
      var build = BinaryImage.Build(name: row.string(.label), path: row.string(.path))
      build.idText = row.string(.uuid)
      build.architecture = row.string(.arch).map { Architecture($0) }
      build.identifier = row.string(.bundleIdentifier)
      build.version = row.string(.bundleShortVersionString)
      var image = finished(build)
      image.isPlaceholder = row[.source]?.equals("A") == true
      return image
    }
    image.sourceRange = rows.row.range
    image.loadAddress = rows.row.bits(.base).map { RuntimeAddress($0) }
    image.size = image.isPlaceholder ? nil : rows.row.uint64(.size).flatMap { $0 == 0 ? nil : $0 }
    return image
  }

  /// Returns a stackshot's image: `[uuid, base, source, architecture]`, the last one optional.
  private static func listedImage(_ value: JSONValue) -> BinaryImage {
    let parts = Array(value.elements.prefix(4))
    var build = BinaryImage.Build()
    build.idText = parts.first?.string
    if parts.count > 3 { build.architecture = parts[3].string.map { Architecture($0) } }
    var image = finished(build)
    image.sourceRange = value.range
    if parts.count > 1 { image.loadAddress = parts[1].bits.map { RuntimeAddress($0) } }
    if parts.count > 2 {
      let source = parts[2].string
      image.isPlaceholder = source == "A"
      image.loadAddressIsTextExec = source == "T"
    }
    return image
  }

  private static func finished(_ read: BinaryImage.Build) -> BinaryImage {
    var build = read
    if build.name == nil, let path = build.path { build.name = PathText.lastComponent(of: path) }
    build.id = build.idText.flatMap { ImageID(parsing: $0) }
    return BinaryImage(build, inApp: ImageOwnership.isInApp(path: build.path))
  }

  // MARK: Stacks

  /// Reads threads and backtraces in the order of the text, so that frames are in the order of their positions.
  private mutating func readStacks() {
    for (key, value) in body.members {
      switch key {
      case Name.threads: readThreads(value)
      case Name.lastExceptionBacktrace:
        let frames = readFrames(value)
        FrameKinds.assign(&report.frames, in: frames, origin: .recorded, architecture: architecture)
        report.backtraces.append(Backtrace(kind: .lastException, frames: frames))
      case Name.asiBacktraces: readSymbolTexts(value)
      default: break
      }
    }
  }

  private mutating func readThreads(_ threads: JSONValue) {
    let faulting = body["faultingThread"]?.int
    for thread in threads.elements where thread.kind == .object {
      let index = report.threads.count
      var result = CrashThread(index: index, crashed: faulting == index)
      for (key, value) in thread.members {
        switch key {
        case Name.frames: result.frames = readFrames(value)
        case Name.triggered: result.crashed = value.bool ?? result.crashed
        case Name.name: result.name = value.string
        case Name.queue: result.queue = value.string
        case Name.threadState: result.registers = Self.registers(value)
        default: break
        }
      }
      if result.frames.isEmpty { result.frames = report.frames.count..<report.frames.count }
      FrameKinds.assign(
        &report.frames, in: result.frames, origin: .interrupted, registers: result.registers, architecture: architecture)
      report.threads.append(result)
    }
    let isThere = report.threads.isEmpty || report.threads.contains(where: \.crashed)
    report.lostCrashedThread = isThere ? nil : faulting
  }

  /// Reads the code around the program counter: bytes before and from it in Base64, or, for Intel processors, numbers and the position
  /// of the counter among them.
  private mutating func readCode() {
    guard let position = report.threads.firstIndex(where: \.crashed), let counter = report.threads[position].programCounter else {
      return
    }
    let stream = body["instructionByteStream"]
    let before = stream?["beforePC"]?.string.flatMap { EncodedBytes.base64($0) } ?? []
    if let after = stream?["atPC"]?.string.flatMap({ EncodedBytes.base64($0) }) {
      addCode(before + after, counter, at: before.count)
    }
    let threads = body["threads"]?.elements ?? .none
    guard let state = threads.filter({ $0.kind == .object }).dropFirst(position).first?["instructionState"],
      let numbers = state["instructionStream"], let mark = numbers["offset"]?.int
    else { return }
    let bytes = (numbers["bytes"]?.elements ?? .none).compactMap { $0.uint64.flatMap { UInt8(exactly: $0) } }
    addCode(bytes, counter, at: mark)
  }

  private mutating func addCode(_ bytes: [UInt8], _ counter: RuntimeAddress, at mark: Int) {
    guard bytes.indices.contains(mark), counter.value >= UInt64(mark) else { return }
    report.memoryBytes.append(MemoryBytes(address: RuntimeAddress(counter.value - UInt64(mark)), bytes: bytes))
  }

  /// Returns the registers in the report's order; the elements of the array `x` become `x0`, `x1` and so on.
  private static func registers(_ state: JSONValue) -> [Register] {
    var registers: [Register] = []
    for (key, value) in state.members {
      if value.kind == .array {
        for (number, element) in value.elements.enumerated() {
          registers.append(Register(name: "\(key.string)\(number)", value: element["value"]?.bits ?? 0, note: Self.note(element)))
        }
      } else if let number = value["value"]?.bits {
        registers.append(Register(name: key.string, value: number, note: Self.note(value)))
      }
    }
    return registers
  }

  /// Returns the report's note on a register: the meaning of a syndrome, or the symbol at its address.
  private static func note(_ value: JSONValue) -> String? {
    if let description = value["description"]?.string, description.contains(where: { !$0.isWhitespace }) { return description }
    guard let symbol = value["symbol"]?.string else { return nil }
    return symbol + (value["symbolLocation"]?.uint64.map { " + \($0)" } ?? "")
  }

  // MARK: Frames

  private mutating func readFrames(_ list: JSONValue) -> Range<Int> {
    let first = report.frames.count
    var inlined: [IPSFrame] = []
    var elements = list.elements
    while frameRow.readNext(&elements) {
      let frame = IPSFrame(frameRow)
      if inlined.isEmpty, !frame.isInlined {
        add(frame, from: frame, inlines: [], first)
        continue
      }
      if let last = inlined.last, !last.isSamePlace(frame) { flush(&inlined, first) }
      inlined.append(frame)
      if !frame.isInlined { flush(&inlined, first) }
    }
    flush(&inlined, first)
    return first..<report.frames.count
  }

  /// Turns objects of one address, innermost first, into one frame.
  private mutating func flush(_ objects: inout [IPSFrame], _ first: Int) {
    guard let outer = objects.last, let inner = objects.first else { return }
    add(outer, from: inner, inlines: objects.dropLast().map { $0.reported ?? ReportedSymbol() }, first)
    objects.removeAll(keepingCapacity: true)
  }

  /// Adds a frame. `inner` is the first of its objects.
  private mutating func add(
    _ outer: borrowing IPSFrame, from inner: borrowing IPSFrame, inlines: [ReportedSymbol], _ first: Int
  ) {
    guard outer.offset != nil || outer.isWhole else { return }
    let image = outer.image.flatMap { report.images.indices.contains($0) ? $0 : nil }
    let offset = outer.offset.map { ImageOffset($0) }
    let load = image.flatMap { report.images.span[$0].loadAddress }
    let address = load.flatMap { load in offset.map { RuntimeAddress(load: load, offset: $0) } }
    let last = report.frames.count
    // Changed where it is: a frame that is completed and then added is copied.
    report.frames.append(
      Frame(
        index: last - first, kind: .returnAddress, address: address, image: image,
        sourceRange: inner.sourceRange.lowerBound..<outer.sourceRange.upperBound))
    if address == nil, offset != nil { report.frames[last].imageOffset = offset }
    if image == nil, let number = outer.image { report.frames[last].imageName = "image \(number)" }
    if outer.reported != nil { report.frames[last].reported = outer.reported }
    if !inlines.isEmpty { report.frames[last].reportedInlines = inlines }
  }

  /// `asiBacktraces`: strings with lines as `callStackSymbols` prints them.
  private mutating func readSymbolTexts(_ list: JSONValue) {
    for (index, element) in list.elements.enumerated() {
      guard let text = element.string else { continue }
      let frames = CallStackLine.append(text, at: element.range, to: &report, architecture: architecture, table: table)
      report.backtraces.append(Backtrace(kind: .applicationSpecific, index: index, frames: frames))
    }
  }

  // MARK: Stackshots

  /// Reads the threads of every process in a stackshot (bug types 151, 288, 409): kernel frames, then user frames.
  private mutating func readStackshot() {
    guard let processes = body["processByPid"] ?? body["stackshot"]?["processByPid"] else { return }
    let accused = IPSStackshot.accused(body, among: processes)
    for (pid, process) in processes.members {
      let owner = process["procname"]?.string ?? "?"
      for (id, thread) in process["threadById"]?.members ?? JSONValue.Members.none {
        var result = CrashThread(index: report.threads.count)
        let label = thread["name"]?.string.flatMap { $0.isEmpty ? nil : " " + $0 } ?? ""
        result.name = "\(owner) [\(pid.string)] thread \(id.string)\(label)"
        result.queue = thread["dispatch_queue_label"]?.string
        let first = report.frames.count
        // The kernel's frames are the inner ones, wherever they are in the report.
        for key in ["kernelFrames", "userFrames"] {
          if let list = thread[key] { readPairs(list, first) }
        }
        result.frames = first..<report.frames.count
        result.crashed = accused?.pid == pid.string && accused?.thread == id.string
        FrameKinds.assign(&report.frames, in: result.frames, origin: .interrupted, architecture: architecture)
        report.isStackshot = true
        report.threads.append(result)
        threadIDs.append(Int(id.string) ?? -1)
      }
    }
  }

  /// Frames as pairs of image index and offset.
  private mutating func readPairs(_ list: JSONValue, _ first: Int) {
    for element in list.elements where element.kind == .array {
      let pair = Array(element.elements.prefix(2))
      guard pair.count == 2, let index = pair[0].int, let offset = pair[1].bits else { continue }
      var frame = Frame(index: report.frames.count - first, kind: .returnAddress, sourceRange: element.range)
      if report.images.indices.contains(index) {
        frame.image = index
        if let load = report.images[index].loadAddress {
          frame.address = RuntimeAddress(load: load, offset: ImageOffset(offset))
        } else {
          frame.imageOffset = ImageOffset(offset)
        }
      } else {
        frame.imageOffset = ImageOffset(offset)
        frame.imageName = "image \(index)"
      }
      report.frames.append(frame)
    }
  }
}

/// The keys of the objects around them.
private enum Name {
  static let threads: JSONName = "threads"
  static let lastExceptionBacktrace: JSONName = "lastExceptionBacktrace"
  static let asiBacktraces: JSONName = "asiBacktraces"
  static let frames: JSONName = "frames"
  static let triggered: JSONName = "triggered"
  static let name: JSONName = "name"
  static let queue: JSONName = "queue"
  static let threadState: JSONName = "threadState"
}
