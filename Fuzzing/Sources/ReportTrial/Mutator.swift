/// Damages reports in ways that keep most of their structure.
package struct Mutator: Sendable {
  /// The ways to damage a report.
  enum Kind: CaseIterable {
    case flip, byte, remove, repeatRange, splice, otherLines, otherContainer, number, hexadecimal, blank, spacesToBlank, odd, nest
    case cut, longRun, value, swapLines, removeLine, repeatLine, joinLines, repeatKey, swapKey, lineEnds, append, manyHeaders
  }

  private let seeds: [[UInt8]]
  private let longest: Int

  /// Mutates `seeds`, at least one and none empty, into reports of at most `longest` bytes.
  package init(seeds: [[UInt8]], longest: Int = 120_000) {
    self.seeds = seeds
    self.longest = longest
  }

  /// The mutated report number `index` of a run.
  package func report(_ index: Int, seed: UInt64) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed &+ UInt64(truncatingIfNeeded: index) &* 0x5851_F42D_4C95_7F2D)
    return mutated(numbers.pick(seeds), &numbers)
  }

  /// Returns a damaged form of `bytes` that `numbers` determine.
  package func mutated(_ original: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = original.isEmpty ? numbers.pick(seeds) : original
    for _ in 0..<1 + numbers.below(5) {
      mutate(&bytes, &numbers)
      if bytes.count > longest { bytes.removeLast(bytes.count - longest) }
      if bytes.isEmpty { break }
    }
    return bytes
  }

  private func mutate(_ bytes: inout [UInt8], _ numbers: inout SeededNumbers) {
    let at = numbers.below(bytes.count)
    switch numbers.pick(Kind.allCases) {
    case .flip: bytes[at] ^= 1 << UInt8(numbers.below(8))
    case .byte: bytes[at] = UInt8(numbers.below(256))
    case .remove: bytes.removeSubrange(range(at, &numbers, in: bytes))
    case .repeatRange: bytes.insert(contentsOf: Array(bytes[range(at, &numbers, in: bytes)]), at: at)
    case .number: replace(ReportParts.number(bytes, from: at), OddBytes.numbers, &bytes, &numbers)
    case .hexadecimal: replace(ReportParts.hexadecimal(bytes, from: at), OddBytes.hexadecimals, &bytes, &numbers)
    case .value: replace(ReportParts.string(bytes, from: at), OddBytes.values, &bytes, &numbers)
    case .spacesToBlank: replace(ReportParts.spaces(bytes, from: at), OddBytes.blanks, &bytes, &numbers)
    case .blank: bytes.insert(contentsOf: numbers.pick(OddBytes.blanks), at: at)
    case .odd: bytes.insert(contentsOf: numbers.pick(OddBytes.others), at: at)
    case .nest:
      let opening = numbers.pick(OddBytes.openings)
      bytes.insert(contentsOf: Array([[UInt8]](repeating: opening, count: numbers.pick([10, 200, 1000, 5000])).joined()), at: at)
    case .cut: bytes.removeLast(bytes.count - at)
    case .longRun:
      let byte = numbers.pick(Array("aA0 x/[{(<_$+-:.,\t\n&\"\\".utf8))
      bytes.insert(contentsOf: [UInt8](repeating: byte, count: numbers.pick([100, 3000, 70_000])), at: at)
    case .splice, .otherLines, .otherContainer, .swapKey, .append: splice(&bytes, at, &numbers)
    case .swapLines, .removeLine, .repeatLine, .joinLines, .lineEnds, .repeatKey, .manyHeaders: rearrange(&bytes, at, &numbers)
    }
  }

  private func range(_ start: Int, _ numbers: inout SeededNumbers, in bytes: [UInt8]) -> Range<Int> {
    start..<min(bytes.count, start + 1 + numbers.below(numbers.pick([4, 60, 2000])))
  }

  private func replace(_ range: Range<Int>?, _ choices: [[UInt8]], _ bytes: inout [UInt8], _ numbers: inout SeededNumbers) {
    guard let range else { return }
    bytes.replaceSubrange(range, with: numbers.pick(choices))
  }

  // MARK: Parts of other reports

  private func splice(_ bytes: inout [UInt8], _ at: Int, _ numbers: inout SeededNumbers) {
    let other = numbers.pick(seeds)
    let from = numbers.below(other.count)
    switch numbers.below(5) {
    case 0: bytes.replaceSubrange(at..., with: other[from...])
    case 1:
      let first = ReportParts.line(other, at: from)
      let end = other[first.lowerBound...].prefix(numbers.pick([1, 500, 5000])).endIndex
      bytes.insert(contentsOf: other[first.lowerBound..<end], at: ReportParts.line(bytes, at: at).lowerBound)
    case 2:
      guard let part = ReportParts.container(other, from: from) else { return }
      if let place = ReportParts.container(bytes, from: at) {
        bytes.replaceSubrange(place, with: other[part])
      } else {
        bytes.insert(contentsOf: other[part], at: at)
      }
    case 3:
      guard let key = ReportParts.key(other, from: from), let place = ReportParts.key(bytes, from: at) else { return }
      bytes.replaceSubrange(place, with: other[key])
    default: bytes += [10] + other
    }
  }

  // MARK: Lines and keys

  private func rearrange(_ bytes: inout [UInt8], _ at: Int, _ numbers: inout SeededNumbers) {
    let line = ReportParts.line(bytes, at: at)
    let text = Array(bytes[line])
    switch numbers.below(7) {
    case 0:
      let other = ReportParts.line(bytes, at: numbers.below(bytes.count))
      guard other != line else { return }
      let (first, last) = line.lowerBound < other.lowerBound ? (line, other) : (other, line)
      let (head, tail) = (Array(bytes[first]), Array(bytes[last]))
      bytes.replaceSubrange(last, with: head)
      bytes.replaceSubrange(first, with: tail)
    case 1: bytes.removeSubrange(line)
    case 2:
      let copies = [[UInt8]](repeating: text, count: numbers.pick([1, 2, 30, 1000]))
      bytes.insert(contentsOf: copies.joined().prefix(longest), at: line.lowerBound)
    case 3: if text.last == 10 { bytes.remove(at: line.upperBound - 1) }
    case 4:
      guard let key = ReportParts.key(bytes, from: at), let comma = bytes[key.upperBound...].prefix(5000).firstIndex(of: 44)
      else {
        return
      }
      bytes.insert(contentsOf: Array(bytes[key.lowerBound...comma]), at: key.lowerBound)
    case 5:
      let ends: [UInt8] = numbers.pick([[13, 10], [13], [32], [10, 10]])
      bytes = Array(bytes.split(separator: 10, omittingEmptySubsequences: false).joined(separator: ends))
    default:
      // The header of a report, many times over.
      let header = Array(bytes.prefix(numbers.pick([40, 120, 400])) + [10])
      bytes = Array([[UInt8]](repeating: header, count: numbers.pick([3, 100, 2000])).joined()) + bytes
    }
  }
}
