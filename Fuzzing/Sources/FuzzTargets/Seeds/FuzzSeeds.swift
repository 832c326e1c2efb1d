import Foundation
import TestSupport

/// Inputs that mutation begins with: the fixtures, made small where they are large, and what fixtures do not have.
enum FuzzSeeds {
  /// The largest report.
  private static let longestReport = 7_000

  /// The bytes of all fixtures below a folder whose path passes.
  private static func files(_ folder: String, where passes: (String) -> Bool = { _ in true }) -> [[UInt8]] {
    FixtureFolder.files(below: folder).filter(passes).compactMap { try? FixtureFolder.bytes($0) }
  }

  /// The reports of these formats, cut.
  static func reports(_ folders: [String]) -> [[UInt8]] {
    let all = folders.flatMap { files("Reports/" + $0) { !$0.hasSuffix(".tsv") && !$0.contains(".dSYM/") } }
    return all.filter { !$0.starts(with: "plcrash".utf8) }.map { ReportCutter.cut($0, longest: longestReport) }
  }

  /// Reports of PLCrashReporter in its binary form.
  static var binaryReports: [[UInt8]] {
    GrowingInput.all.filter { $0.name.hasPrefix("plcrash") }.map { $0.bytes(1_500) }
  }

  /// Object files with sections of every kind.
  static var objects: [[UInt8]] {
    files("Binaries") { $0.contains("/out/") } + files("Malformed/out")
  }

  /// Small files with debug information of every version and compression.
  static var debugInformation: [[UInt8]] {
    files("Binaries/elf/out") + files("Binaries/shop-cpp/out") { $0.contains(".dSYM/") } + files("Binaries/watch32/out")
  }

  /// Programs with variables of many types in many places.
  static var values: [[UInt8]] { files("Values/out") { !$0.hasSuffix(".json") && !$0.hasSuffix(".plist") } }

  static var breakpad: [[UInt8]] { files("Binaries/breakpad/out") { $0.hasSuffix(".sym") } }

  static var archives: [[UInt8]] {
    files("SourceBundles/out") + files("Bundles/out") + [
      ArchiveFile.zip([.init("a/Shop.crash", Array("Process: Shop".utf8)), .init("Info.plist", Array("<plist/>".utf8))])
    ]
  }

  static var sharedCaches: [[UInt8]] { files("SharedCaches/out") { !$0.hasSuffix(".tsv") } }

  static var sourceMaps: [[UInt8]] {
    files("Scripts") { $0.hasSuffix(".map") }.map { ReportCutter.cut($0, longest: 6_000) } + [small]
  }

  private static let small = Array(
    #"{"version":3,"file":"a.js","sources":["a.ts",null],"names":["f"],"mappings":"AAAAA;CACA,EAAC","x_facebook_sources":[[{"names":["f","g"],"mappings":"AAA,CCA"}]]}"#
      .utf8)

  static var propertyLists: [[UInt8]] {
    files("Binaries") { $0.hasSuffix("Info.plist") } + files("Bundles/out") { $0.hasSuffix("Info.plist") } + [binaryList]
  }

  /// `{"CFBundleVersion": "7"}` as a binary property list.
  private static let binaryList: [UInt8] =
    Array("bplist00".utf8) + [0xd1, 1, 2] + [0x5f, 0x10, 15] + Array("CFBundleVersion".utf8) + [0x51, 0x37] + [8, 11, 29]
    + [UInt8](repeating: 0, count: 6) + [1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 31]

  static var json: [[UInt8]] {
    reports(["ips", "json", "sentry"]).map { Array($0.prefix(3_000)) }
      + texts("[1,-0.5e+3,\"\\u00e9\\ud83d\\ude00\",null,{\"a\":{}}]")
  }

  static var storeRecords: [[UInt8]] {
    texts(
      #"{"version":1,"id":"00112233445566778899aabbccddeeff","key":"0011223344556677","file":"Shop","name":"Shop","container":"Mach-O","kind":"debugCompanion","arch":"arm64","contents":"dwarf","size":52720,"source":"/src/Shop.dSYM","identifier":"com.example.Shop","appVersion":"2.1","appBuild":"7","systemName":"iOS","systemVersion":"17.1","systemBuild":"21B74","modified":1760000000000000000,"added":1760000000,"hash":"0011223344556677"}"#,
      #"{"version":1,"id":"0011","key":"00","link":"/src/a.debug","name":"a","contents":"system","indexed":"dwarf","size":1,"images":3,"names":9,"gaps":"2 images are damaged"}"#
    )
  }

  static var sessions: [[UInt8]] {
    texts(
      "version,day,sessions,crashed,devices\n2.1,2026-11-20,1000,3,400\n2.2,2026-11-21,7,0,\n",
      "app;version;sessions\nShop;1;5\n",
      #"{"run_id":"a","outcome":"crashed","app_version":"2.1","start_time":1760000000,"duration_ms":12}"#,
      #"{"metaData":{"applicationBuildVersion":"7"},"appVersion":"2.1","timeStampEnd":"2026-11-20 00:00:00","applicationExitMetrics":{"foregroundExitData":{"cumulativeBadAccessExitCount":3}}}"#
    )
  }

  /// The rules of this program, in pieces.
  static var rules: [[UInt8]] {
    Files.below(Checkout.path("Sources/Triage/Defaults")).flatMap { name -> [[UInt8]] in
      let text = (try? String(contentsOfFile: Checkout.path("Sources/Triage/Defaults/" + name), encoding: .utf8)) ?? ""
      return text.components(separatedBy: "\n\n").filter { $0.utf8.count > 40 }.prefix(12).map { Array($0.utf8) }
    }
  }

  static var configurations: [[UInt8]] {
    texts(
      "# all keys\nstore = \"symbols\"\nsymbols = [\"a\", 'b',\n  \"c\\u00e9\\n\", # last\n]\njobs = 4\nredact = true\n",
      "fetch-command = \"curl {id}\"\nsource-root = [\"/src=.\"]\n")
  }

  /// What assistants send.
  static var messages: [[UInt8]] {
    let path = FixtureFolder.path("Reports/ips/ios-arm64")
    return texts(
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#
        + "\n" + #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
      #"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"inspect","arguments":{"path":"\#(path)"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"symbolicate","arguments":{"path":"\#(path)","page":1},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
    )
  }

  /// Mangled names of every scheme.
  static var names: [[UInt8]] {
    texts(
      "$s4Shop6BasketV4pickyyF", "_$s4Shop8CheckoutC5totalSiyF", "$sSo8NSObjectC4ShopE4testyyFTo",
      "_TFC4Shop8Checkout5totalfT_Si",
      "_TtC4Shop8Checkout", "_ZNK4shop8Checkout5totalEi", "_ZSt4moveIRSsEONSt16remove_referenceIT_E4typeEOS2_",
      "___ZN4shop3payEv_block_invoke_2", "_ZN4shop3pay17h0123456789abcdefE", "_RNvCs1234_4shop3pay",
      "_RINvNtC3std3mem4swapNtNtCs4_3foo3BareB2_E", "$s4Shop7receiveyyYaFTY0_", "_ZTSN4shop5ErrorE", "St13runtime_error",
      "@__swiftmacro_4Shop7MessageV10ObservablefMm_")
  }

  private static func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
