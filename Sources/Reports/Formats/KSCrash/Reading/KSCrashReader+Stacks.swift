import CrashModel
import JSONText
import SymbolModel

extension KSCrashReader {
  /// The owner of frames.
  private enum Stack {
    case thread(JSONValue)
    case recrash(JSONValue)
    case exception(JSONValue)
    case deallocated(JSONValue)
    case crashInfo(JSONValue)
    case user(JSONValue)
    case profile(JSONValue)
  }

  /// Reads all stacks in the order of the text, so that frames are in the order of their positions.
  mutating func readStacks() {
    var stacks: [(place: Int, isInside: Bool, stack: Stack)] = []
    func add(_ value: JSONValue?, _ stack: (JSONValue) -> Stack) {
      guard let value else { return }
      let isInside = isInContainer(value)
      let place = isInside ? container?.range.lowerBound : value.range.lowerBound
      stacks.append((place ?? 0, isInside, stack(value)))
    }
    let crash = main["crash"]
    for thread in crash?["threads"]?.elements ?? .none { add(thread, Stack.thread) }
    add(crash?["crashed_thread"], Stack.thread)
    add(recrash?["crashed_thread"], Stack.recrash)
    let error = crash?["error"]
    add(error?["nsexception"]?["backtrace"], Stack.exception)
    add(crash?["last_exception_backtrace"], Stack.exception)
    add(main["process"]?["last_dealloced_nsexception"]?["backtrace"], Stack.deallocated)
    add(error?["user_reported"]?["backtrace"], Stack.user)
    add(error?["profile"], Stack.profile)
    var row = JSONRow(KSCrashImageField.self)
    for image in speakingImages {
      row.read(image)
      add(row[.backtrace], Stack.crashInfo)
    }
    let order = stacks.indices.sorted { (stacks[$0].place, $0) < (stacks[$1].place, $1) }
    for (_, isInside, stack) in order.map({ stacks[$0] }) {
      let first = report.frames.count
      defer { if isInside { moveOut(first..<report.frames.count) } }
      switch stack {
      case .thread(let value): readThread(value)
      case .recrash(let value): readBacktrace(value, kind: .recrash)
      case .exception(let value): readBacktrace(value, kind: .lastException)
      case .deallocated(let value): readBacktrace(value, kind: .deallocatedException)
      case .crashInfo(let value): readCrashInfo(value)
      case .user(let value): readUserBacktrace(value)
      case .profile(let value): readProfile(value)
      }
    }
  }

  /// Returns whether a value is in the text of `container`.
  private func isInContainer(_ value: JSONValue) -> Bool { container.map { $0.document !== value.document } ?? false }

  /// Gives the frames of the report inside a string the string's position in the input.
  private mutating func moveOut(_ frames: Range<Int>) {
    guard let container, !countsInside else { return }
    for position in frames { report.frames[position].sourceRange = container.range }
  }

  private mutating func readThread(_ value: JSONValue) {
    guard value.kind == .object else { return }
    threadRow.read(value)
    var thread = CrashThread(index: threadRow.int(.index) ?? report.threads.count)
    thread.name = threadRow.string(.name)
    thread.queue = threadRow.string(.queue)
    thread.crashed = threadRow.bool(.crashed) ?? !listsThreads
    thread.registers = Self.registers(in: threadRow[.registers])
    let isCurrent = threadRow.bool(.current) == true
    thread.frames = readFrames(threadRow[.backtrace], skipped: threadRow[.skipped], thread.registers)
    let walkedItself = thread.crashed && isRecorded || isCurrent && thread.registers.isEmpty
    FrameKinds.assign(
      &report.frames, in: thread.frames, origin: walkedItself ? .recorded : .interrupted, registers: thread.registers,
      architecture: architecture)
    report.threads.append(thread)
  }

  /// Reads a thread's object, or a stack: an object with `contents`, or an array.
  private mutating func readBacktrace(_ value: JSONValue, kind: Backtrace.Kind) {
    let registers = Self.registers(value)
    let frames = readFrames(value["backtrace"] ?? value, skipped: nil, registers)
    FrameKinds.assign(
      &report.frames, in: frames, origin: kind == .recrash ? .interrupted : .recorded, registers: registers,
      architecture: architecture)
    if !frames.isEmpty { report.backtraces.append(Backtrace(kind: kind, frames: frames)) }
  }

  /// Returns the registers of a thread in the order of the text, with the exception registers last; version 1 has no groups.
  static func registers(_ thread: JSONValue) -> [Register] { registers(in: thread["registers"]) }

  private static func registers(in registers: JSONValue?) -> [Register] {
    guard let registers else { return [] }
    return [registers["basic"] ?? registers, registers["exception"]].flatMap { group in
      (group?.members ?? .none).compactMap { key, value in value.bits.map { Register(name: key.string, value: $0) } }
    }
  }

  /// Reads the lines in the form of `callStackSymbols` that a library left for the crash reporter in its crash info.
  private mutating func readCrashInfo(_ value: JSONValue) {
    guard let text = value.string else { return }
    let frames = CallStackLine.append(text, at: value.range, to: &report, architecture: architecture, table: table)
    guard !frames.isEmpty else { return }
    report.backtraces.append(Backtrace(kind: .applicationSpecific, index: leftStacks, frames: frames))
    leftStacks += 1
  }

  /// Reads the stack that the app passed with its own report: strings or objects of another language, or return addresses.
  private mutating func readUserBacktrace(_ list: JSONValue) {
    let first = report.frames.count
    for element in list.elements {
      var frame = Frame(index: report.frames.count - first, kind: .javaScript, sourceRange: element.range)
      if let address = element.bits {
        frame.kind = .returnAddress
        frame.address = RuntimeAddress(address)
        frame.image = table.position(of: RuntimeAddress(address), on: architecture)
      } else if let text = element.string {
        if let native = CallStackLine.parse(text[...], architecture: architecture, table: table) { frame = native }
        if frame.kind == .javaScript { frame = Self.scriptFrame(text, frame.index) }
        frame.sourceRange = element.range
      } else {
        frame.reported = ReportedSymbol(
          symbol: element["methodName"]?.string ?? element["method"]?.string, file: element["file"]?.string,
          line: element["lineNumber"]?.uint64.flatMap { UInt32(exactly: $0) })
        let column = element["column"] ?? element["columnNumber"]
        frame.reported?.column = column?.uint64.flatMap { UInt32(exactly: $0) }
        // React Native counts columns from 0 in the frames that it has parsed.
        frame.script = frame.reported.flatMap { ScriptPosition($0, columnBase: 0) }
      }
      report.frames.append(frame)
    }
    let frames = first..<report.frames.count
    FrameKinds.assign(&report.frames, in: frames, origin: .recorded, architecture: architecture)
    if !frames.isEmpty { report.backtraces.append(Backtrace(kind: .callStack, frames: frames)) }
  }

  /// Returns a frame of another language that is a line of text.
  private static func scriptFrame(_ text: String, _ index: Int) -> Frame {
    let bytes = Array(text.utf8)
    if let line = ScriptFrameLine(bytes, bytes.indices) { return line.frame(number: index) }
    var frame = Frame(index: index, kind: .javaScript)
    frame.reported = ReportedSymbol(symbol: text)
    return frame
  }

  /// Reads a sampling profile, whose frames are call addresses already: one list of frames, and samples with positions in it,
  /// innermost first. Frames that no sample has become roots without samples.
  private mutating func readProfile(_ profile: JSONValue) {
    let first = report.frames.count
    var positions: [Int: Int] = [:]
    var elements = profile["frames"]?.elements ?? .none
    var number = 0
    while frameRow.readNext(&elements) {
      if addFrame(report.frames.count - first) {
        report.frames[report.frames.count - 1].kind = .exact
        positions[number] = report.frames.count - 1
      }
      number += 1
    }
    guard report.frames.count > first else { return }
    var tree = KSCrashProfile()
    var isUsed = [Bool](repeating: false, count: report.frames.count - first)
    for sample in profile["samples"]?.elements ?? .none {
      let stack = (sample["frames"] ?? sample).elements.compactMap { $0.int.flatMap { positions[$0] } }
      for frame in stack { isUsed[frame - first] = true }
      tree.add(stack.reversed())
    }
    let unused = isUsed.indices.filter { !isUsed[$0] }.map { CallTree.Node(frame: first + $0, depth: 0, sampleCount: 0) }
    report.callTrees.append(CallTree(name: profile["name"]?.string, nodes: tree.tree + unused))
  }
}
