/// A bug of an app: what fails, where, and how compilers and reporters spell it.
struct Scenario {
  enum Failure {
    case null(offset: UInt64), nilUnwrap, index, exception(String, String), cpp(String), abort(String?), zombie, recursion
    case hang, watchdog, memory, trap, garbage, tcc
  }

  /// The label of its group.
  let label: String
  let failure: Failure
  /// The spellings of the function, all of which mean one.
  let spellings: [String]
  /// The expected cause; nil when none is certain enough to be expected.
  let cause: String?

  /// A function fails in one way of each class: two bugs of one class in one function are one group by design.
  static let all: [Scenario] = functions.enumerated().flatMap { number, spellings in
    var seen: Set<String> = []
    let turned = failures[(number % failures.count)...] + failures[..<(number % failures.count)]
    return turned.filter { seen.insert($0.0.family).inserted }.enumerated().map { order, failure in
      Scenario(label: "\(number)-\(order)", failure: failure.0, spellings: spellings, cause: failure.1)
    }
  }

  private static let functions = [
    ["Cart.total()", "specialized Cart.total()", "@objc Cart.total()", "Shop.Cart.total() -> Swift.Int"],
    ["closure #1 in Api.load(_:)", "closure #2 in Api.load(_:)", "partial apply for closure #1 in Api.load(_:)"],
    ["-[Basket addItem:]", "-[Basket(Extras) addItem:]", "-[Basket addItem:] + 24"],
    ["__22-[Login restore:]_block_invoke", "__22-[Login restore:]_block_invoke_2", "__22-[Login restore:]_block_invoke.41"],
    ["shop::Ledger::post(int)", "shop::Ledger::post(long) const", "void shop::Ledger::post<int>(int)"],
    ["shop::Tree<int>::walk(shop::Node*)", "shop::Tree<long>::walk(shop::Node*)"],
    ["ledger_commit", "ledger_commit.cold.1", "ledger_commit.isra.0"],
    ["Session.token.getter", "Session.token.read", "Shop.Session.token.getter : Swift.String"],
    ["(1) await resume partial function for Sync.run()", "(3) suspend resume partial function for Sync.run()", "Sync.run()"],
    ["generic specialization <Swift.Int> of Queue.each(_:)", "Queue.each(_:)", "Shop.Queue.each<A>(_: A) throws -> ()"],
    ["-[Player seek:to:]", "-[Player seek:to:] + 120"], ["paykit_charge", "paykit_charge.llvm.1234"],
  ]

  private static let failures: [(Failure, String?)] = [
    (.null(offset: 0), "null-deref"), (.null(offset: 0x18), "null-member"), (.nilUnwrap, "swift-nil-unwrap"),
    (.index, "swift-index"),
    (
      .exception("NSRangeException", "*** -[__NSArrayM objectAtIndex:]: index # beyond bounds [0 .. 2]"),
      "objc-array-range"
    ),
    (
      .exception("NSInvalidArgumentException", "-[__NSCFNumber length]: unrecognized selector sent to instance 0x#"),
      "objc-unrecognized-selector"
    ),
    (
      .exception(
        "NSUnknownKeyException", "[<Cell 0x#> valueForUndefinedKey:]: this class is not key value coding-compliant for the key x."
      ),
      "kvc-misuse"
    ),
    (.cpp("shop::AuditError"), "cpp-exception"), (.abort("free(): invalid pointer"), "heap-corruption"), (.abort(nil), "abort"),
    (.zombie, "zombie-suspect"), (.recursion, "stack-overflow"), (.hang, "hang"), (.watchdog, "watchdog"),
    (.trap, "trap-unnamed"),
    (.garbage, "garbage-pointer"), (.tcc, "tcc-usage"),
  ]
}

extension Scenario.Failure {
  /// What failures of one class have in common.
  var family: String {
    switch self {
    case .null, .zombie, .garbage: "access"
    case .nilUnwrap, .index, .trap: "trap"
    case .abort: "abort"
    case .exception(let name, _): name
    default: "\(self)"
    }
  }
}
