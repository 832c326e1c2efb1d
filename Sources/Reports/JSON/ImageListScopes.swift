/// Determines which list of images in a document applies at a position: the innermost one whose object contains the position.
struct ImageListScopes {
  /// The lists by the start of their objects, outer ones first, as positions in the search.
  private let order: [Int]
  private let scopes: [Range<Int>]
  private var next = 0
  /// The lists whose objects begin before the last position and may contain it, outer ones first.
  private var open: [Int] = []

  /// Sorts the objects with lists, which are nested or separate. Of several lists in one object, the first one counts.
  init(_ scopes: [Range<Int>]) {
    self.scopes = scopes
    order = scopes.indices.sorted {
      (scopes[$0].lowerBound, -scopes[$0].upperBound, $0) < (scopes[$1].lowerBound, -scopes[$1].upperBound, $1)
    }
  }

  /// Returns the list that applies at a position, else the first one, or nil if there is none. Positions must come in the order
  /// of the text.
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
