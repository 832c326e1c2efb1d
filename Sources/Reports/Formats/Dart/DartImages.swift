import CrashModel
import SymbolModel

/// The files with the code of a Dart program, and the positions of frames in them.
///
/// A frame says up to three times where it is: `symbol+offset` from the start of the instructions, whose address the header has, `abs`
/// in the process, and `virt` in the file. They agree unless a service has put the parts together: then the first of them counts, as
/// in Dart's own decoder.
struct DartImages: Sendable {
  /// The images, the program first.
  private(set) var list: [BinaryImage]
  private(set) var disagreeing = 0
  private let header: DartHeader
  private var positions: [Int: Int] = [:]
  private var files: [String: Int] = [:]

  init(_ header: DartHeader) {
    self.header = header
    list = []
    list.append(image(header.main))
    for (number, unit) in header.units.sorted(by: { $0.key < $1.key }) {
      if unit.base == header.main.base, unit.id == header.main.id {
        positions[number] = 0
        continue
      }
      positions[number] = list.count
      list.append(image(unit))
      list[list.count - 1].name = (list[0].name ?? "") + "-\(number).part.so"
    }
  }

  private func image(_ unit: DartHeader.Unit) -> BinaryImage {
    var image = BinaryImage(name: name)
    image.idText = unit.id
    image.id = unit.id.flatMap { ImageID(parsing: $0) }
    image.loadAddress = unit.base.flatMap { $0 == 0 ? nil : RuntimeAddress($0) }
    image.architecture = header.architecture
    image.inApp = true
    return image
  }

  /// The name of the file, which the trace does not have.
  private var name: String {
    switch header.system {
    case "ios", "macos": "App"
    case "windows": "app.so"
    case "android", "linux", "fuchsia": "libapp.so"
    default: header.main.id == nil ? "App" : "libapp.so"
    }
  }

  /// Warnings about frames that contradict themselves.
  var diagnostics: [ReportDiagnostic] {
    guard disagreeing > 0 else { return [] }
    let frames = disagreeing == 1 ? "1 frame has" : "\(disagreeing) frames have"
    return [ReportDiagnostic(.note, "\(frames) an address that contradicts the header; the distance from its symbol counts")]
  }

  /// Puts a frame into its image.
  mutating func place(_ frame: inout Frame, _ line: DartFrameLine) {
    guard line.address != nil || line.virtual != nil || line.reported?.offset != nil else { return }
    if let path = line.path {
      frame.address = line.address.map { RuntimeAddress($0) }
      frame.image = file(path, line)
      return
    }
    guard line.reported != nil || line.virtual != nil else {
      frame.address = line.address.map { RuntimeAddress($0) }
      return
    }
    let image = line.unit.flatMap { positions[$0] } ?? 0
    frame.image = image
    place(&frame, line, in: image)
  }

  private mutating func place(_ frame: inout Frame, _ line: DartFrameLine, in image: Int) {
    let expected = address(of: line)
    if let address = line.address {
      if list[image].loadAddress == nil, let virtual = line.virtual, address >= virtual, (address - virtual) & 0xfff == 0 {
        list[image].loadAddress = RuntimeAddress(address - virtual)
      }
      if list[image].loadAddress != nil, expected == nil || expected == address {
        frame.address = RuntimeAddress(address)
        return
      }
      if expected != nil { disagreeing += 1 }
    }
    if let expected, let load = list[image].loadAddress?.value, expected >= load {
      frame.imageOffset = ImageOffset(expected - load)
    } else if let virtual = line.virtual {
      frame.imageOffset = ImageOffset(virtual)
    } else {
      frame.address = line.address.map { RuntimeAddress($0) }
    }
  }

  /// Returns the address in the process by the symbol and the header, or nil if either is missing.
  private func address(of line: DartFrameLine) -> UInt64? {
    guard let symbol = line.reported?.symbol, DartFrameLine.isSnapshot(symbol), let offset = line.reported?.offset else {
      return nil
    }
    let unit = line.unit.flatMap { header.units[$0] } ?? header.main
    let start = symbol.hasSuffix("VmSnapshotInstructions") ? header.vmInstructions : unit.instructions
    guard let start, start != 0 else { return nil }
    let (address, overflow) = start.addingReportingOverflow(offset)
    return overflow ? nil : address
  }

  private mutating func file(_ path: String, _ line: DartFrameLine) -> Int {
    if let known = files[path] { return known }
    var image = BinaryImage(name: PathText.lastComponent(of: path), path: path)
    image.architecture = header.architecture
    image.inApp = ImageOwnership.isInApp(path: path)
    if let address = line.address, let virtual = line.virtual, address >= virtual {
      image.loadAddress = RuntimeAddress(address - virtual)
    }
    files[path] = list.count
    list.append(image)
    return list.count - 1
  }
}
