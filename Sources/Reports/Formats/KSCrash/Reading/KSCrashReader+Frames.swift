import Bytes
import CrashModel
import JSONText
import SymbolModel

extension KSCrashReader {
  /// Reads a stack: an object with `contents` and `skipped`, or a plain array in version 1.
  mutating func readFrames(_ backtrace: JSONValue?, skipped: JSONValue?, _ registers: [Register]) -> Range<Int> {
    let first = report.frames.count
    guard let backtrace else { return first..<first }
    let contents = backtrace.kind == .array ? backtrace : backtrace["contents"]
    let missing = (skipped ?? backtrace["skipped"])?.uint64.flatMap { Int(exactly: $0) } ?? 0
    var index = 0
    var elements = contents?.elements ?? .none
    while frameRow.readNext(&elements) {
      guard frameRow.isObject else { continue }
      if addFrame(index) { index += 1 } else { unreadFrames += 1 }
    }
    if missing > 0 { insertOmitted(missing, first, registers, at: contents?.range ?? backtrace.range) }
    return first..<report.frames.count
  }

  /// Adds the frame of the current object with its image and the reporter's name. Returns false for an object without an address, for
  /// example if the text is cut off.
  mutating func addFrame(_ index: Int) -> Bool {
    let object = frameRow.address(.objectAddr)
    let symbol = (address: frameRow.address(.symbolAddr), name: frameRow.string(.symbolName))
    guard let instruction = frameRow.address(.instructionAddr) else { return false }
    let found = table.find(RuntimeAddress(instruction), on: architecture)
    let code = found?.address ?? RuntimeAddress(instruction)
    let image = found?.position ?? looseImage(object)
    let last = report.frames.count
    // Changed where it is: a frame that is returned, or completed and then added, is copied.
    report.frames.append(
      Frame(index: index, kind: .returnAddress, address: RuntimeAddress(instruction), image: image, sourceRange: frameRow.range))
    if image == nil {
      report.frames[last].imageName = frameRow.string(.objectName)
      report.frames[last].imageOffset = object.flatMap { code.offset(from: RuntimeAddress($0)) }
    }
    if let name = symbol.name, let start = symbol.address, isCredible(name, start, object, image) {
      let offset = code.offset(from: RuntimeAddress(start))?.value
      report.frames[last].reported = ReportedSymbol(symbol: name, offset: offset)
    }
    return true
  }

  /// Returns whether the name from `dladdr` can be that of the function. If an image has no symbols, `dladdr` returns the image
  /// itself, an exception table, or whatever is last before the image in the shared cache: version 3.7 reports of the simulator
  /// have `GCC_except_table763 + 1506886652` for all of SwiftUI.
  private func isCredible(_ name: String, _ start: UInt64, _ object: UInt64?, _ image: Int?) -> Bool {
    if start == object { return name == "_mh_execute_header" }
    if ByteSearch.stands("GCC_except_table".utf8.span, at: 0, of: name.utf8.span) { return false }
    let load = image.flatMap { report.images.span[$0].loadAddress?.value } ?? object
    return load.map { start >= $0 } ?? true
  }

  /// Creates the image of the current frame if the list, which may be empty or cut off, does not have it.
  private mutating func looseImage(_ address: UInt64?) -> Int? {
    guard let address, table.position(of: RuntimeAddress(address)) == nil, let path = frameRow.string(.objectName) else {
      return nil
    }
    if let known = loose[address] { return known }
    var image = BinaryImage(name: PathText.lastComponent(of: path))
    image.loadAddress = RuntimeAddress(address)
    image.idText = frameRow.string(.objectUUID)
    image.id = image.idText.flatMap { ImageID(parsing: $0) }
    image.inApp = executable.map { $0 == image.name } ?? false || ImageOwnership.isInApp(path: path)
    loose[address] = report.images.count
    report.images.append(image)
    return report.images.count - 1
  }

  /// Records omitted frames: the innermost ones if the stack does not begin at the program counter, as after a stack overflow,
  /// else the outermost ones.
  private mutating func insertOmitted(_ count: Int, _ first: Int, _ registers: [Register], at place: Range<Int>) {
    var frame = Frame(index: 0, kind: .omitted)
    frame.omittedCount = count
    let counter = FrameKinds.programCounter(registers)
    let beginsAtCounter = report.frames.count > first && report.frames[first].address?.value == counter
    frame.sourceRange = beginsAtCounter ? place.upperBound..<place.upperBound : place.lowerBound..<place.lowerBound
    frame.index = beginsAtCounter ? report.frames.count - first : 0
    report.frames.insert(frame, at: beginsAtCounter ? report.frames.count : first)
  }
}
