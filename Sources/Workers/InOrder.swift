/// Elements that arrive in any order and leave in the order of their positions, which count from 0.
struct InOrder<Element> {
  private var waiting: [Int: Element] = [:]
  private var next = 0

  /// Takes an element for a position that had none.
  mutating func add(_ element: Element, at position: Int) { waiting[position] = element }

  /// Returns the next element, or nil if it has not arrived yet.
  mutating func removeFirst() -> Element? {
    guard let element = waiting.removeValue(forKey: next) else { return nil }
    next += 1
    return element
  }
}
