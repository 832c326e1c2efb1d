/// Tells which of the lists of images in a document is valid at a place: of those whose objects hold the place the innermost.
struct ImageListScopes {
  /// The lists by where their objects begin, outer ones first, as positions in the search.
  private let order: [Int]
  private let scopes: [Range<Int>]
  private var next = 0
  /// The lists whose objects begin before the last place and may hold it, outer ones first.
  private var open: [Int] = []

  /// Sorts the objects that lists stand in, which lie inside each other or apart. Of several lists in one object the first counts.
  init(_ scopes: [Range<Int>]) {
    self.scopes = scopes
    order = scopes.indices.sorted {
      (scopes[$0].lowerBound, -scopes[$0].upperBound, $0) < (scopes[$1].lowerBound, -scopes[$1].upperBound, $1)
    }
  }

  /// The list that is valid at a place, else the first; nil when there is none. Places must come in the order of the text.
  mutating func list(at place: Int) -> Int? {
    while next < order.count, scopes[order[next]].lowerBound <= place {
      let list = order[next]
      next += 1
      close(before: scopes[list].lowerBound)
      if open.last.map({ scopes[$0] != scopes[list] }) ?? true { open.append(list) }
    }
    close(before: place)
    return open.last ?? scopes.indices.first
  }

  private mutating func close(before place: Int) {
    while let last = open.last, scopes[last].upperBound <= place { open.removeLast() }
  }
}
