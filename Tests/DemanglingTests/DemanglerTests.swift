import Demangling
import Testing

@Suite struct DemanglerTests {
  @Test(arguments: [
    (
      "$s15iOSCrashingTest10CrashClassC06pleaseC0yyFZ", "static CrashClass.pleaseCrash()",
      "static iOSCrashingTest.CrashClass.pleaseCrash() -> ()"
    ),
    (
      "_$s15iOSCrashingTest14ViewControllerC11viewDidLoadyyFTo", "@objc ViewController.viewDidLoad()",
      "@objc iOSCrashingTest.ViewController.viewDidLoad() -> ()"
    ),
    (
      "$s15iOSCrashingTest10CrashClassC06pleaseC0yyFZTf4d_n", "specialized static CrashClass.pleaseCrash()",
      "function signature specialization <Arg[0] = Dead> of static iOSCrashingTest.CrashClass.pleaseCrash() -> ()"
    ),
    ("_T04main3fooyyF", "foo()", "main.foo() -> ()"), ("$S4main3fooyyF", "foo()", "main.foo() -> ()"),
  ])
  func swiftNames(name: String, short: String, full: String) {
    #expect(Demangler.demangle(name, style: .short) == short)
    #expect(Demangler.demangle(name, style: .full) == full)
  }

  /// As swift-demangle prints them, but for the parameters of specializations.
  @Test(arguments: [
    ("_TFC6Sample14ViewController11viewDidLoadfT_T_", "Sample.ViewController.viewDidLoad() -> ()"),
    ("_TToFC6Sample14ViewController11viewDidLoadfT_T_", "@objc Sample.ViewController.viewDidLoad() -> ()"),
    ("_TFC3foo3barCfT_S0_", "foo.bar.__allocating_init() -> foo.bar"), ("_TFC3foo3bard", "foo.bar.deinit"),
    ("_TFC3foo3barg3zimSi", "foo.bar.zim.getter : Swift.Int"),
    ("_TF3foooi1pFTCS_3barVS_3bas_OS_3zim", "foo.+ infix(foo.bar, foo.bas) -> foo.zim"),
    (
      "_TF3foo3barFT1aGSaSi_1bGVs10DictionarySSSi__GSqSS_",
      "foo.bar(a: [Swift.Int], b: [Swift.String : Swift.Int]) -> Swift.String?"
    ),
    ("_TF3foo3baruRxs8HashablerFxT_", "foo.bar<A where A: Swift.Hashable>(A) -> ()"),
    ("_TFFC3foo3bar3basFT_T_U_FT_T_", "closure #1 () -> () in foo.bar.bas() -> ()"),
    (
      "_TTWC3foo3barS_8barrableS_FS1_3basfT_T_",
      "protocol witness for foo.barrable.bas() -> () in conformance foo.bar : foo.barrable in foo"
    ),
    ("_TTSf4n_g_d___TFC3foo3bar3basfT_T_", "specialized foo.bar.bas() -> ()"),
  ])
  func namesBeforeSwift4(name: String, readable: String) {
    #expect(Demangler.demangle(name, style: .short) == readable && Demangler.demangle(name, style: .full) == readable)
    #expect(Demangler.demangle(name, style: .mangled) == nil)
    for cut in name.indices.dropFirst(2) { _ = Demangler.demangle(String(name[..<cut]), style: .short) }
  }

  /// References of references would make texts of many gigabytes.
  @Test func hostileNamesBeforeSwift4StayAsTheyAre() {
    let tuples = (0..<200).map { _ in "TS_S0_" }.joined()
    let nested = String(repeating: "FC3foo3bar", count: 2_000)
    let doubling = "_TF" + (0..<40).map { "CF3foo3barFTS\($0 * 2)_S\($0 * 2)__T_3baz" }.joined()
    for name in ["_TF" + tuples, "_T" + nested, doubling, "_TF9999999999999foo", "_TypeError", "_TFS999_", "_TtC"] {
      #expect(Demangler.demangle(name, style: .short) == nil)
    }
  }

  @Test(arguments: [
    (
      "_ZNK4shop12_GLOBAL__N_15Shelf6verifyEi.isra.0.cold",
      "shop::(anonymous namespace)::Shelf::verify(int) const [clone .isra.0] [clone .cold]"
    ),
    ("__ZN4shop3runEi", "shop::run(int)"),
    ("_ZN3std2io5Write9write_fmt17h0123456789abcdefE", "std::io::Write::write_fmt"),
    ("_RNvCs1234_7mycrate3foo", "mycrate::foo"),
    ("___Z3payv_block_invoke", "invocation function for block in pay()"),
    ("____ZN4shop3runEi_block_invoke_2", "invocation function for block in shop::run(int)"),
    ("___Z3payv_block_invoke.7", "invocation function for block in pay()"),
  ])
  func cxxAndRustNames(name: String, readable: String) {
    #expect(Demangler.demangle(name, style: .short) == readable)
  }

  @Test(arguments: [
    "main", "-[Basket addItem:quantity:]", "__42-[Basket run]_block_invoke", "_mh_execute_header", "", "$", "_Z", "$s", "_R",
    "_ZN4shop", "_TF4main3fooFT_T", "___Z3payv", "___Z3payv_block_invokeX", "___Z3payv_block_invoke_", "___Z_block_invoke",
  ])
  func otherNamesStayAsTheyAre(name: String) {
    #expect(Demangler.demangle(name, style: .short) == nil)
  }

  @Test(arguments: [
    ("St13runtime_error", "std::runtime_error"), ("N4demo5ErrorE", "demo::Error"), ("PKc", "char const*"), ("i", "int"),
    ("*N12_GLOBAL__N_15LocalE", "(anonymous namespace)::Local"),
    (
      "NSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEE",
      "std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char>>"
    ),
  ])
  func namesOfTypesAreReadable(name: String, readable: String) {
    #expect(Demangler.demangle(typeName: name, style: .short)?.replacing("> >", with: ">>") == readable)
    #expect(Demangler.demangle(typeName: name, style: .mangled) == nil)
  }

  @Test(arguments: ["", "NSRangeException", "std::runtime_error", "MyException", "3Foo3Bar"])
  func otherNamesAreNoTypes(name: String) {
    #expect(Demangler.demangle(typeName: name, style: .full) == nil)
  }

  @Test func mangledStyleChangesNothing() {
    #expect(Demangler.demangle("_ZN4shop3runEi", style: .mangled) == nil)
  }

  @Test(arguments: [
    "_Z" + String(repeating: "N", count: 20_000), "$s" + String(repeating: "Sg", count: 15_000),
    "_R" + String(repeating: "N", count: 30_000),
    "_ZN" + String(repeating: "I", count: 30_000), String(repeating: "_Z", count: 100_000),
    "_T" + String(repeating: "T", count: 30_000),
  ])
  func hostileNamesReturn(name: String) {
    #expect(Demangler.demangle(name, style: .full)?.isEmpty != true)
  }

  /// Without the name of the macro, the demangler of libswiftCore reads through a pointer that it never set: what is there faults, or is
  /// taken for a number. The name stays as it is, and so does the program; the next name is demangled.
  @Test(
    arguments: ["@__swiftmacro_4Shop7MessageV10ObservablefM", "$s4Shop1ayyF1bfM", "$s4Shop7MessageV1aSivp1bfM"],
    [NameStyle.short, .full])
  func aNameThatTheDemanglerCannotStandHasNoReadableForm(start: String, style: NameStyle) {
    for kind in ["a", "b", "c", "e", "m", "p", "q", "r"] {
      for end in ["_", "0_", "_1cfMu_"] {
        #expect(Demangler.demangle(start + kind + end, style: style) == nil, "\(start + kind + end)")
      }
    }
    #expect(Demangler.demangle("$S4main3fooyyF", style: style) == (style == .short ? "foo()" : "main.foo() -> ()"))
  }

  @Test func aMacroIsToldByItsNumber() {
    #expect(
      Demangler.demangle("@__swiftmacro_4Shop7MessageV1a10ObservablefMm0_", style: .short)
        == "member macro @Observable expansion #2 of a in Message")
  }
}
