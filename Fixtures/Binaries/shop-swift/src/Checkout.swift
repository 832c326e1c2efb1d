enum Payment {
    case cash(Int)
    case card(Int, fee: Int)

    @inline(never)
    func charge(_ cents: Int) -> Int {
        switch self {
        case .cash(let given):
            return given - cents // arithmetic overflow traps
        case .card(let limit, let fee):
            precondition(limit != 0, "no limit")
            return cents / limit &+ fee
        }
    }
}

/// A generic container with a closure, specialised for its only use.
struct Queue<Element> {
    var elements: [Element]

    @inline(never)
    func each(_ body: (Element) -> Int) -> Int {
        var sum = 0
        for element in elements {
            sum &+= body(element) // CALL: body
        }
        return sum
    }
}

final class Checkout {
    struct Step {
        var index: Int

        @inline(__always)
        func run(_ basket: Basket) -> Int {
            basket.pick(index).subtotal(90) // INLINED: pick
        }
    }

    let basket: Basket
    var payment: Payment

    init(basket: Basket, payment: Payment) {
        self.basket = basket
        self.payment = payment
    }

    @inline(never)
    func settle(_ step: Step) -> Int {
        let cents = step.run(basket) // INLINED: run
        return payment.charge(cents) // CALL: charge
    }

    @inline(never)
    func run(_ queue: Queue<Step>) -> Int {
        queue.each { step in
            self.settle(step) &+ 1 // CALL: settle
        } &+ basket.total(100) // CALL: each
    }
}
