/// A range of addresses and the bytes of a file that it maps (`dyld_cache_mapping_info`).
struct CacheMapping: Sendable {
  /// The first address.
  let address: UInt64
  /// The number of bytes; those that the file does not hold are cut off.
  let size: UInt64
  /// The position of the first byte in the file.
  let fileOffset: UInt64
  /// Whether it holds stubs only: code of no image that jumps to other images (flag 8, iOS 16 and later).
  let isStubs: Bool

  /// The exclusive end of the addresses.
  var end: UInt64 { address + size }
}

/// The mappings of all files of a cache, by address.
struct AddressMap: Sendable {
  /// A mapping, and the position of its file among the cache's.
  struct Element: Sendable {
    let mapping: CacheMapping
    let file: Int
  }

  /// The mappings in ascending order of address, without overlaps.
  private(set) var elements: [Element] = []
  /// The files of mappings that were left out, because earlier ones have their addresses.
  private(set) var overlapping: [Int] = []

  /// Joins the mappings of files, the first file's first.
  init(_ files: [[CacheMapping]]) {
    var all: [Element] = []
    for (file, mappings) in files.enumerated() { all += mappings.map { Element(mapping: $0, file: file) } }
    let sorted = all.enumerated().sorted {
      ($0.element.mapping.address, $0.offset) < ($1.element.mapping.address, $1.offset)
    }
    for (_, element) in sorted {
      if let last = elements.last, element.mapping.address < last.mapping.end {
        overlapping.append(element.file)
      } else {
        elements.append(element)
      }
    }
  }

  /// Returns the mapping that holds an address, or nil.
  func element(at address: UInt64) -> Element? {
    let next = elements.partitionPointByAddress(above: address)
    guard next > 0, address < elements[next - 1].mapping.end else { return nil }
    return elements[next - 1]
  }
}

extension [AddressMap.Element] {
  /// Returns the number of leading mappings that begin at or before an address.
  fileprivate func partitionPointByAddress(above address: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].mapping.address > address { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
