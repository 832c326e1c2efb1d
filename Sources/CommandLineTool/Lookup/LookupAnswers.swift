internal import Bytes
internal import DebugInfo
internal import SymbolModel

/// Lines of input with the answers for those that are addresses. Threads may print parts of it side by side.
final class LookupAnswers: Sendable {
  private let lines: ArraySlice<ArraySlice<UInt8>>
  /// For each line its address, or nil if it is none.
  private let addresses: [UInt64?]
  /// For each line the position of its answer in `resolved`, or nil if its address is not in the image.
  private let places: [Int?]
  private let resolved: [ResolvedAddress?]

  /// Asks an image, once for each address. `linkAddress` returns the link-time address that a number means, or nil if it is before the
  /// image. Returns nil if the image gives no answers any more.
  init?(
    _ lines: ArraySlice<ArraySlice<UInt8>>, from image: LookupImage, _ names: NameStyle, _ linkAddress: (UInt64) -> LinkAddress?
  ) {
    self.lines = lines
    addresses = lines.map { HexAddress.parse($0) }
    var linked: [UInt64] = []
    var linkedLines: [Int] = []
    for (line, address) in addresses.enumerated() {
      guard let address = address.flatMap(linkAddress) else { continue }
      linked.append(address.value)
      linkedLines.append(line)
    }
    var wanted: [LinkAddress] = []
    var places = [Int?](repeating: nil, count: addresses.count)
    for position in RadixOrder.positions(of: linked) {
      let address = LinkAddress(linked[Int(position)])
      if wanted.last != address { wanted.append(address) }
      places[linkedLines[Int(position)]] = wanted.count - 1
    }
    self.places = places
    guard let resolved = image.answers(wanted, names) else { return nil }
    self.resolved = resolved
  }

  /// Appends the text of lines, given by their distances from the first one.
  func print(_ range: Range<Int>, _ printer: LookupPrinter, to output: inout GrowingBytes) {
    for position in range {
      if let address = addresses[position] {
        printer.append(places[position].flatMap { resolved[$0] }, for: address, to: &output)
      } else {
        let line = lines[lines.startIndex + position]
        output.append(copying: line.span)
        output.append(UInt8(ascii: "\n"))
      }
    }
  }
}
