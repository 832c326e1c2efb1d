/// A bug of an app: what fails, where, and how compilers and reporters spell the function.
struct Bug: Hashable, Sendable {
  /// The label of its group, unique in the app.
  var label: String
  var failure: Failure
  /// All of these mean one function.
  var spellings: [String]
  /// The mangled name of the function in the fixture's debug file, where reports have addresses alone; nil for other bugs.
  var debugName: String?

  /// The bugs of every app. A function fails in one way of each family: two such bugs are one group by design.
  static let all: [Bug] =
    (functions.enumerated().flatMap { number, spellings in
      bugs(number, spellings, failures)
    })
    + debugFunctions.enumerated().flatMap { number, function in
      bugs(100 + number, function.spellings, debugFailures).map { bug in
        var bug = bug
        bug.debugName = function.name
        return bug
      }
    }

  private static func bugs(_ number: Int, _ spellings: [String], _ failures: [Failure]) -> [Bug] {
    var seen: Set<String> = []
    let start = number % failures.count
    let turned = Array(failures[start...]) + Array(failures[..<start])
    return turned.filter { seen.insert($0.family).inserted }.enumerated().map { order, failure in
      Bug(label: "\(number)-\(order)", failure: failure, spellings: spellings)
    }
  }

  private static let functions = [
    ["Cart.total()", "specialized Cart.total()", "@objc Cart.total()", "Shop.Cart.total() -> Swift.Int"],
    ["closure #1 in Api.load(_:)", "closure #2 in Api.load(_:)", "partial apply for closure #1 in Api.load(_:)"],
    ["-[Basket addItem:]", "-[Basket(Extras) addItem:]"],
    ["__22-[Login restore:]_block_invoke", "__22-[Login restore:]_block_invoke_2", "__22-[Login restore:]_block_invoke.41"],
    ["shop::Ledger::post(int)", "shop::Ledger::post(long) const", "void shop::Ledger::post<int>(int)", "_ZN4shop6Ledger4postEi"],
    ["shop::Tree<int>::walk(shop::Node*)", "shop::Tree<long>::walk(shop::Node*)"],
    ["ledger_balance", "ledger_balance.cold.1", "ledger_balance.isra.0"],
    ["Session.token.getter", "Session.token.read", "Shop.Session.token.getter : Swift.String"],
    ["(1) await resume partial function for Sync.run()", "(3) suspend resume partial function for Sync.run()", "Sync.run()"],
    ["generic specialization <Swift.Int> of Queue.each(_:)", "Queue.each(_:)", "Shop.Queue.each<A>(_: A) throws -> ()"],
    ["-[Player seek:to:]"], ["paykit_charge", "paykit_charge.llvm.1234"],
    ["static Store.open(at:)", "specialized static Store.open(at:)", "merged static Store.open(at:)"],
    ["FeedCell.configure(with:)", "@objc FeedCell.configure(with:)", "Shop.FeedCell.configure(with: Shop.Item) -> ()"],
  ]

  /// Functions of Fixtures/Binaries/shop-cpp.
  private static let debugFunctions = [
    (name: "_ZN4shop9Inventory5auditEi", spellings: ["shop::Inventory::audit(int)", "_ZN4shop9Inventory5auditEi"]),
    (name: "_ZN4shop7Receipt5stampEi", spellings: ["shop::Receipt::stamp(int)", "_ZN4shop7Receipt5stampEi"]),
    (name: "-[Basket addItem:quantity:]", spellings: ["-[Basket addItem:quantity:]"]),
    (name: "ledger_commit", spellings: ["ledger_commit", "ledger_commit.cold.2"]),
  ]

  private static let debugFailures: [Failure] = [.null, .member, .garbage, .hang, .abort(nil)]

  private static let failures: [Failure] = [
    .null, .member, .nilUnwrap, .index, .precondition,
    .exception(name: "NSRangeException", reason: "*** -[__NSArrayM objectAtIndex:]: index # beyond bounds [0 .. 2]"),
    .exception(
      name: "NSInvalidArgumentException", reason: "-[__NSCFNumber length]: unrecognized selector sent to instance 0x600000#"),
    .exception(name: "NSInvalidArgumentException", reason: "-[NSNull length]: unrecognized selector sent to instance 0x1f#"),
    .exception(
      name: "NSUnknownKeyException",
      reason: "[<Cell 0x10#> valueForUndefinedKey:]: this class is not key value coding-compliant for the key x."),
    .exception(
      name: "NSInternalInconsistencyException",
      reason: "Invalid batch updates detected: the number of sections and/or items returned by the data source # is invalid"),
    .cpp("shop::AuditError"), .abort("malloc: *** error for object 0x1#: pointer being freed was not allocated"), .abort(nil),
    .zombie, .garbage, .recursion, .watchdog, .deadlock, .hang, .privacy, .guardFile, .signature,
  ]
}
