import Testing

@testable import Triage

@Suite struct NormalizedNameTests {
  @Test(arguments: [
    ("@objc ViewController.viewDidLoad()", "ViewController.viewDidLoad()"),
    ("specialized static CrashClass.pleaseCrash()", "CrashClass.pleaseCrash()"),
    ("generic specialization <Int> of Cart.total()", "Cart.total()"),
    ("function signature specialization <Arg[0] = Dead> of Cart.total()", "Cart.total()"),
    ("(2) await resume partial function for Api.load()", "Api.load()"),
    ("partial apply for closure #1 in Api.load()", "closure in Api.load()"),
    ("closure #1 in closure #2 (Int) -> () in ContentView.body.getter", "closure in closure in ContentView.body.getter"),
    ("App.Cart.add<A>(_: A, to: B) async throws -> C", "Cart.add(_:to:)"),
    ("App.Cart.add(_:to:)", "Cart.add(_:to:)"),
    ("App.Cart.total.getter : Swift.Int", "Cart.total.getter"),
    ("Cart.items.modify", "Cart.items.setter"),
    ("Cart.items.willset", "Cart.items.didset"),
    ("one-time initialization function for shared", "shared.init-once"),
    ("protocol witness for Shop.Payable.pay(_:) in conformance Shop.Card", "Card.pay(_:)"),
    ("App.(helper in _0123456789ABCDEF0123456789ABCDEF)(x: Swift.Int) -> ()", "helper(x:)"),
    ("_assertionFailure+ 169548 (_:_:file:line:flags:)", "_assertionFailure(_:_:file:line:flags:)"),
    ("ViewController.triggerCrash(type: String)", "ViewController.triggerCrash(type:)"),
    ("static Shop.main()", "Shop.main()"),
    ("default argument 1 of Cart.add(_:to:)", "Cart.add(_:to:)"),
    ("Swift runtime failure: Index out of range", "Swift runtime failure: Index out of range"),
  ])
  func swift(_ name: String, _ expected: String) {
    #expect(NormalizedName(name, modules: ["App", "Shop"])?.text == expected)
  }

  @Test(arguments: [
    ("_TFC11CrashLibiOS13CRLCrashSwift5crashfT_T_", "CRLCrashSwift.crash()"),
    ("_TToFC11CrashLibiOS13CRLCrashSwift5crashfT_T_", "CRLCrashSwift.crash()"),
    ("_TTSf4g_n___TFO11SentrySwift14SentryEndpoint5routefT3dsnCS_3DSN_GSqCSo5NSURL_", "SentryEndpoint.route()"),
  ])
  func oldSwift(_ name: String, _ expected: String) { #expect(NormalizedName(name)?.text == expected) }

  @Test(arguments: [
    ("void a::B<int>::f<long>(char const*) const", "a::B::f()"),
    ("shop::Inventory::audit(int)", "shop::Inventory::audit()"),
    ("std::__1::vector<int, std::__1::allocator<int> >::at(unsigned long)", "std::vector::at()"),
    (
      "shop::Cart::reprice<shop::D>(shop::P<shop::D> const&) const::{lambda(shop::Line const&)#1}::operator()(shop::Line const&) const",
      "shop::Cart::reprice::{lambda}()"
    ),
    (
      "facebook::react::RCTNativeModule::invoke(unsigned int, folly::dynamic&&, int)::$_0::operator()() const",
      "facebook::react::RCTNativeModule::invoke::{lambda}()"
    ),
    ("non-virtual thunk to atom::Debugger::Dispatch(content::Host*)", "atom::Debugger::Dispatch()"),
    ("paykit::(anonymous namespace)::sign(int)", "paykit::(anonymous namespace)::sign()"),
    ("a::operator<<(std::ostream&, a const&)", "a::operator<<()"), ("a::operator()(int) const", "a::operator()()"),
    ("level1()", "level1()"), ("foo(int) [clone .cold.1]", "foo()"), ("f[abi:cxx11](int)", "f()"),
    ("invocation function for block in a::b(int)", "a::b() block"),
  ])
  func cPlusPlus(_ name: String, _ expected: String) { #expect(NormalizedName(name)?.text == expected) }

  @Test(arguments: [
    ("__32-[AppDelegate(UI) crashCommands]_block_invoke.263", "-[AppDelegate crashCommands] block"),
    ("__32-[AppDelegate(UI) crashCommands]_block_invoke_0", "-[AppDelegate crashCommands] block"),
    ("__32-[AppDelegate(UI) crashCommands]_block_invoke367", "-[AppDelegate crashCommands] block"),
    ("-[NSObject+ 193960 (NSObject) doesNotRecognizeSelector:]", "-[NSObject doesNotRecognizeSelector:]"),
    ("+[UIView(Animation) _go:to:]", "+[UIView _go:to:]"), ("__foo_block_invoke_2", "foo block"),
    ("-[Crasher throwException]", "-[Crasher throwException]"), ("-[Crasher throwException] + 24", "-[Crasher throwException]"),
    ("-[Basket addItem:] (Basket.m:33)", "-[Basket addItem:]"), ("main (in Shop)", "main"),
    ("_dispatch_main_queue_callback_4CF$VARIANT$up", "_dispatch_main_queue_callback_4CF"), ("work.isra.0.cold.3", "work"),
    ("__TCCAccessRequest_block_invoke.231", "TCCAccessRequest block"),
  ])
  func objectiveCAndC(_ name: String, _ expected: String) { #expect(NormalizedName(name)?.text == expected) }

  @Test(arguments: [
    ("core::ptr::drop_in_place<T>::h0123456789abcdef", "core::ptr::drop_in_place"),
    ("shop::cart::{{closure}}::h0123456789abcdef", "shop::cart::{closure}"),
    ("<shop::Cart as shop::Total>::total::h0123456789abcdef", "<shop::Cart as shop::Total>::total"),
  ])
  func rust(_ name: String, _ expected: String) { #expect(NormalizedName(name)?.text == expected) }

  @Test(arguments: ["<redacted>", "???", "_mh_execute_header", "00000001804f39dc", "184cd9000   0000000185b3d378", "0x1045c4000"])
  func noNames(_ name: String) { #expect(NormalizedName(name) == nil) }

  @Test(arguments: [
    "add", "dead", "f", "ffffff_x", "operator", "-[", "__", "<", "(", "closure #", "_T", "$s", "(in ", "_TFC9999999999a",
  ])
  func oddNamesDoNotTrap(_ name: String) { _ = NormalizedName(name) }
}
