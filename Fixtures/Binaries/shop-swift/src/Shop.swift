@_silgen_name("usleep") func usleep(_ microseconds: UInt32) -> Int32
@_silgen_name("shop_scenario") func shopScenario() -> Int

@inline(never)
func openShop(_ scenario: Int) -> Int {
    let lines = [
        Line(item: 1, quantity: 2, price: Price(cents: 450)),
        Line(item: 2, quantity: 1, price: Price(cents: 1299)),
    ]
    let payment: Payment = scenario == 1 ? .card(0, fee: 1) : .cash(Int.min &+ scenario)
    let checkout = Checkout(basket: Basket(lines: lines), payment: payment)
    let queue = Queue(elements: [Checkout.Step(index: scenario), Checkout.Step(index: 9)])
    return checkout.run(queue) &+ 1 // CALL: run
}

@inline(never)
func recurse(_ depth: Int, _ limit: Int) -> Int {
    _ = usleep(10)
    precondition(depth < limit, "too deep") // CRASH: recurse
    if depth > 100 { return 0 }
    let below = recurse(depth + 1, limit) // CALL: recurse
    _ = usleep(UInt32(truncatingIfNeeded: below))
    return below &+ 1
}

@main
struct Shop {
    static func main() {
        let scenario = shopScenario()
        if scenario == 4 {
            _ = recurse(0, 5) // CALL: first recurse
        }
        _ = openShop(scenario) // CALL: openShop
    }
}
