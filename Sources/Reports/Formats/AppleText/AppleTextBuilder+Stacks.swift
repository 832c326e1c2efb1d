import CrashModel
import SymbolModel

extension AppleTextBuilder {
  /// Reads a `Thread N` line of any kind. Returns false for any other line.
  mutating func openThread(_ line: Range<Int>, _ content: Range<Int>) -> Bool {
    guard let header = AppleTextThreadHeader(bytes, content) else { return false }
    switch header.role {
    case .name:
      endSection(at: line.lowerBound)
      pendingName = (header, line.lowerBound)
    case .stack: openStack(header, line)
    case .registers:
      endSection(at: line.lowerBound)
      section = .registers
      registerThread = thread(numbered: header.index)
    case .samples:
      endSection(at: line.lowerBound)
      openTree(named: content)
    case .other:
      guard TextScan.hasSuffix(bytes, content, ":") else { return false }
      endSection(at: line.lowerBound)
      section = .skipped
      if TextScan.hasSuffix(bytes, content, "instruction stream:") {
        code = AppleTextCode(thread: thread(numbered: header.index) ?? -1)
        isCodeOpen = true
      }
    }
    return true
  }

  private mutating func openStack(_ header: AppleTextThreadHeader, _ line: Range<Int>) {
    // The crash handler's own thread.
    if isInAppendix {
      pendingName = nil
      return openBacktrace(.recrash, index: 0, line)
    }
    let named = pendingName.flatMap { $0.header.index == header.index ? $0 : nil }
    endSection(at: named?.start ?? line.lowerBound)
    let count = report.frames.count
    var thread = CrashThread(index: header.index, crashed: header.crashed, frames: count..<count)
    thread.name = (header.name ?? named?.header.name).map { TextScan.text(bytes, $0) }
    thread.queue = (header.queue ?? named?.header.queue).map { TextScan.text(bytes, $0) }
    if header.index != report.threads.count || !otherNumbers.isEmpty { otherNumbers[header.index] = report.threads.count }
    report.threads.append(thread)
    stack = .thread(report.threads.count - 1)
    section = .stack
    sectionStart = named?.start ?? line.lowerBound
  }

  /// Returns the position of the last thread with a number.
  private func thread(numbered number: Int) -> Int? {
    if let other = otherNumbers[number] { return other }
    return report.threads.indices.contains(number) && report.threads[number].index == number ? number : nil
  }

  /// Begins a backtrace whose frames follow.
  mutating func openBacktrace(_ kind: Backtrace.Kind, index: Int, _ line: Range<Int>) {
    endSection(at: line.lowerBound)
    let count = report.frames.count
    report.backtraces.append(Backtrace(kind: kind, index: index, frames: count..<count))
    stack = .backtrace(report.backtraces.count - 1)
    section = .stack
  }

  /// Begins a list of frames with the outermost one first: a call tree without branches.
  mutating func openChain(named title: Range<Int>, _ line: Range<Int>) {
    endSection(at: line.lowerBound)
    let colon = TextScan.hasSuffix(bytes, title, ":") ? 1 : 0
    report.callTrees.append(CallTree(name: TextScan.trimmedText(bytes, title.lowerBound..<title.upperBound - colon)))
    stack = .chain(report.callTrees.count - 1)
    section = .stack
  }

  private mutating func openTree(named title: Range<Int>) {
    report.callTrees.append(CallTree(name: TextScan.trimmedText(bytes, title)))
    report.callTrees[report.callTrees.count - 1].beginsInnermost = treesBeginInnermost
    stack = nil
    columns = []
    section = .tree
  }

  /// Ends the open section; `position` is the start of the next one.
  mutating func endSection(at position: Int) {
    if case .thread(let index)? = stack, report.threads.indices.contains(index), report.threads[index].sourceRange.isEmpty {
      report.threads[index].sourceRange = sectionStart..<max(position, sectionStart)
    }
    stack = nil
    pendingName = nil
    isInlineOpen = false
    columns = []
    section = .header
    isCodeOpen = false
  }

  /// Returns the frames of a stack so far.
  func frameRange(of stack: Stack) -> Range<Int> {
    switch stack {
    case .thread(let index): report.threads[index].frames
    case .backtrace(let index): report.backtraces[index].frames
    case .chain(let index): 0..<report.callTrees[index].nodes.count
    }
  }

  private mutating func addToStack() {
    let last = report.frames.count - 1
    switch stack {
    case .thread(let index)?: report.threads[index].frames = report.threads[index].frames.lowerBound..<last + 1
    case .backtrace(let index)?: report.backtraces[index].frames = report.backtraces[index].frames.lowerBound..<last + 1
    case .chain(let index)?:
      let depth = report.callTrees[index].nodes.count
      report.callTrees[index].nodes.append(CallTree.Node(frame: last, depth: depth))
    case nil: break
    }
  }
}

extension AppleTextBuilder {
  /// Reads a frame line of the open stack. Returns false for any other line.
  mutating func readFrame(_ line: Range<Int>) -> Bool {
    guard let read = AppleTextFrameLine(bytes, line) else { return false }
    let tail = AppleTextFrameTail(bytes, read.tail, image: read.image)
    let address = RuntimeAddress(read.address)
    if isInlineOpen, let last = report.frames.indices.last, report.frames[last].address == address {
      extendFrame(last, line, tail)
      report.frames[last].index = read.index
      report.frames[last].replaceableRange = read.tail
      return true
    }
    // Changed where it is: a frame that is completed and then added is copied.
    report.frames.append(
      Frame(index: read.index, kind: .returnAddress, address: address, sourceRange: line, replaceableRange: read.tail))
    if tail.isSymbol { report.frames[report.frames.count - 1].reported = tail.reported(bytes) }
    isInlineOpen = tail.inlined
    addToStack()
    return true
  }

  /// Returns whether a line has the number after that of the last frame of the open stack, which blank lines may have
  /// interrupted.
  func isNextFrame(_ line: Range<Int>) -> Bool { number(of: line).map { $0 == nextNumber } ?? false }

  /// The number after that of the last frame of the open stack, or nil if no stack is open.
  private var nextNumber: Int? {
    guard let stack, let last = report.frames.last else { return stack == nil ? nil : 0 }
    if case .chain = stack { return nil }
    return frameRange(of: stack).isEmpty ? 0 : last.index + 1
  }

  private func number(of line: Range<Int>) -> Int? {
    guard AppleTextFrameLine.looksLikeFrame(bytes, line) else { return nil }
    let start = TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound)
    return TextScan.decimal(bytes, start, line.upperBound).map { Int($0.value) }
  }

  /// Keeps a line of the open stack that has the next number and no address: `3   Shop   main + 24`. Only its text is known.
  /// Returns false for any other line.
  mutating func readUnknownFrame(_ line: Range<Int>) -> Bool {
    guard let index = number(of: line), index == nextNumber,
      let number = TextScan.decimal(bytes, TextScan.skipBlanks(bytes, line.lowerBound, line.upperBound), line.upperBound)
    else { return false }
    let text = TextScan.trimmed(bytes, number.end..<line.upperBound)
    guard !text.isEmpty else { return false }
    var frame = Frame(index: index, kind: .returnAddress, sourceRange: line, replaceableRange: text)
    let column = TextScan.find(bytes, text, "\t") ?? TextScan.find(bytes, text, "  ")
    if let column {
      let image = text.lowerBound..<TextScan.trimmedEnd(bytes, text.lowerBound, column)
      frame.replaceableRange = TextScan.trimmed(bytes, column..<text.upperBound)
      frame.imageName = TextScan.text(bytes, image)
      frame.reported = AppleTextFrameTail(bytes, frame.replaceableRange, image: image).reported(bytes)
    } else {
      let script = AppleTextFrameTail(bytes, text, image: text.upperBound..<text.upperBound)
      // `3 pay (main.jsbundle:1:2345)`: there is no column of an image.
      if script.file != nil && script.offset == nil || TextScan.hasSuffix(bytes, text, "([native code])") {
        frame.kind = .javaScript
      }
      frame.reported = script.reported(bytes) ?? ReportedSymbol(symbol: TextScan.text(bytes, text))
    }
    report.frames.append(frame)
    isInlineOpen = false
    addToStack()
    return true
  }

  /// Adds a line to a frame whose lines so far are inlined functions of the same address.
  private mutating func extendFrame(_ position: Int, _ line: Range<Int>, _ tail: AppleTextFrameTail) {
    if let inlined = report.frames[position].reported { report.frames[position].reportedInlines.append(inlined) }
    report.frames[position].reported = tail.reported(bytes)
    report.frames[position].sourceRange = report.frames[position].sourceRange.lowerBound..<line.upperBound
    isInlineOpen = tail.inlined
  }

  /// Reads `(0x1835b3d8c 0x18276d5ec ...)` into the backtrace that is open. Returns false if it is none.
  mutating func readList(_ range: Range<Int>) -> Bool {
    guard case .backtrace(let index)? = stack, report.backtraces[index].frames.isEmpty else { return false }
    var at = range.lowerBound + 1
    var end = at
    while true {
      at = TextScan.skipBlanks(bytes, at, range.upperBound)
      guard let number = TextScan.hexadecimal(bytes, at, range.upperBound) else { break }
      let count = report.backtraces[index].frames.count
      report.frames.append(
        Frame(
          index: count, kind: .returnAddress, address: RuntimeAddress(number.value), sourceRange: at..<number.end,
          replaceableRange: number.end..<number.end))
      addToStack()
      at = number.end
      end = number.end
    }
    guard !report.backtraces[index].frames.isEmpty else { return false }
    at = TextScan.skipBlanks(bytes, end, range.upperBound)
    let isClosed = at < range.upperBound && bytes[at] == UInt8(ascii: ")")
    report.backtraces[index].list = range.lowerBound..<(isClosed ? at + 1 : end)
    return true
  }

  /// Reads `name: 0xvalue` pairs, and the note after the last one: `esr: 0x56000080  Address size fault`. Returns false if the
  /// line holds none.
  mutating func readRegisters(_ content: Range<Int>) -> Bool {
    var at = content.lowerBound
    var found = false
    while at < content.upperBound {
      let nameEnd = bytes[at..<content.upperBound].firstIndex(of: UInt8(ascii: ":")) ?? content.upperBound
      let value = nameEnd < content.upperBound ? TextScan.skipBlanks(bytes, nameEnd + 1, content.upperBound) : nameEnd
      guard nameEnd > at, nameEnd - at <= 8, let number = TextScan.hexadecimal(bytes, value, content.upperBound) else { break }
      if let registerThread {
        report.threads[registerThread].registers.append(
          Register(name: TextScan.text(bytes, at..<nameEnd), value: number.value))
      }
      found = true
      at = TextScan.skipBlanks(bytes, number.end, content.upperBound)
    }
    if found, let registerThread, let note = TextScan.trimmedText(bytes, at..<content.upperBound), !note.isEmpty {
      let last = report.threads[registerThread].registers.indices.last
      if let last { report.threads[registerThread].registers[last].note = note }
    }
    return found
  }
}

extension AppleTextBuilder {
  /// Reads a node of a sampled call tree, or the line of a thread above its nodes. Returns false if it is neither.
  mutating func readNode(_ line: Range<Int>) -> Bool {
    guard let node = AppleTextTreeLine(bytes, line) else { return openSampledThread(line) }
    let address = RuntimeAddress(node.address)
    if isInlineOpen, let last = report.frames.indices.last, report.frames[last].address == address, columns.last == node.column {
      extendFrame(last, line, node.text)
      report.frames[last].replaceableRange = node.tail
      return true
    }
    if report.callTrees.isEmpty || section != .tree && section != .stack {
      endSection(at: line.lowerBound)
      report.callTrees.append(CallTree())
      report.callTrees[report.callTrees.count - 1].beginsInnermost = treesBeginInnermost
    }
    let tree = report.callTrees.count - 1
    var frame = Frame(index: 0, kind: .returnAddress, address: address, sourceRange: line, replaceableRange: node.tail)
    frame.reported = node.text.reported(bytes)
    isInlineOpen = node.text.inlined
    if case .chain? = stack {
      frame.index = report.callTrees[tree].nodes.count
    } else {
      while let last = columns.last, last >= node.column { columns.removeLast() }
      frame.index = columns.count
      columns.append(node.column)
    }
    report.frames.append(frame)
    report.callTrees[tree].nodes.append(
      CallTree.Node(frame: report.frames.count - 1, depth: frame.index, sampleCount: Int(exactly: node.count)))
    return true
  }

  /// `2761 Thread_2295308 DispatchQueue_1: com.apple.main-thread (serial)` above the nodes of sample.
  private mutating func openSampledThread(_ line: Range<Int>) -> Bool {
    guard section == .tree else { return false }
    var at = line.lowerBound
    while at < line.upperBound, !TextScan.isDigit(bytes[at]) { at += 1 }
    guard let number = TextScan.decimal(bytes, at, line.upperBound) else { return false }
    let name = TextScan.skipBlanks(bytes, number.end, line.upperBound)
    guard TextScan.hasPrefix(bytes, name, line.upperBound, "Thread_") else { return false }
    openTree(named: name..<line.upperBound)
    return true
  }
}
