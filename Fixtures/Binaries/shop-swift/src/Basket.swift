/// A price with a currency; the nested type `Rounding` has a method that is inlined.
struct Price {
    var cents: Int

    enum Rounding {
        case up, down, nearest

        @inline(__always)
        func apply(_ hundredths: Int) -> Int {
            switch self {
            case .up: return (hundredths + 99) / 100
            case .down: return hundredths / 100
            case .nearest: return (hundredths + 50) / 100
            }
        }
    }

    @inline(__always)
    func scaled(_ percent: Int, _ rounding: Rounding = .nearest) -> Price {
        Price(cents: rounding.apply(cents &* percent))
    }
}

struct Line {
    var item: Int
    var quantity: Int
    var price: Price
}

protocol Priced {
    var price: Price { get }
    var quantity: Int { get }
}

extension Priced {
    /// A protocol extension, inlined where the type is known.
    @inline(__always)
    func subtotal(_ percent: Int) -> Int {
        price.scaled(percent).cents &* quantity
    }
}

extension Line: Priced {}

struct Basket {
    var lines: [Line]

    /// Traps when there is no such line.
    @inline(__always)
    func pick(_ index: Int) -> Line {
        lines[index] // CRASH: pick
    }

    @inline(never)
    func total(_ percent: Int) -> Int {
        var sum = 0
        for line in lines {
            sum &+= line.subtotal(percent)
        }
        return sum
    }
}
