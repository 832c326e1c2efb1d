/// A small program that really crashes, some calls deep: the shelf that it asks for is not there.
struct Shelf {
  let boxes: [Int]

  func weight(ofBox number: Int) -> Int {
    let index = number - 1
    return boxes[index]  // CRASH: 0
  }
}

final class Warehouse {
  let shelves: [Shelf]

  init(shelves: [Shelf]) { self.shelves = shelves }

  func heaviest(of numbers: [Int]) -> Int {
    numbers.reduce(0) { best, number in
      max(best, shelves[0].weight(ofBox: number))  // CRASH: 1
    }
  }

  func load<Order: Sequence>(_ order: Order) -> Int where Order.Element == Int {
    heaviest(of: Array(order))  // CRASH: 2
  }
}

@main
enum Main {
  static func main() {
    let warehouse = Warehouse(shelves: [Shelf(boxes: [4, 8, 15])])
    print("loading \(warehouse.load(1...3)) kilograms")
    print("loading \(warehouse.load(1...4)) kilograms")  // CRASH: 3
  }
}
