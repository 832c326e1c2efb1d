/// Reports in JSON.
extension GrowingInput {
  private static let ipsHead = """
    {"app_name":"Shop","timestamp":"2026-11-20 11:43:03.00 +0100","bug_type":"309","os_version":"iPhone OS 17.1 (21B74)"}
    {"procName":"Shop","pid":3608,"cpuType":"ARM-64","osVersion":{"train":"iPhone OS 17.1","build":"21B74"},
    "exception":{"codes":"0x1, 0x18","rawCodes":[1,24],"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},"faultingThread":0,
    """
  private static let ipsImages = #"""
    "usedImages":[{"source":"P","arch":"arm64","base":4328521728,"size":16777216,"uuid":"4c4c44e4-5555-3144-a1b0-602671ad96b1",
    "path":"/Applications/Shop.app/Shop","name":"Shop"}
    """#
  private static let ipsThread = #"{"id":1,"triggered":true,"frames":[{"imageOffset":16384,"imageIndex":0}]}"#
  private static let ipsBody = #""threads":["# + ipsThread + "],"

  static let ips: [GrowingInput] = [
    GrowingInput("ips reports") { _ in ipsHead + ipsBody + ipsImages + "]}\n" },
    GrowingInput("ips threads", ipsHead + #""threads":["#, separator: ",", end: "]," + ipsImages + "]}") { _ in ipsThread },
    GrowingInput(
      "ips frames", ipsHead + #""threads":[{"id":1,"triggered":true,"frames":["#, separator: ",", end: "]}]," + ipsImages + "]}"
    ) { #"{"imageOffset":\#(16_384 + 4 * $0 % 0xf00000),"imageIndex":0}"# },
    GrowingInput(
      "ips named frames", ipsHead + #""threads":[{"id":1,"triggered":true,"frames":["#, separator: ",",
      end: "]}]," + ipsImages + "]}"
    ) { #"{"imageOffset":16384,"symbol":"function\#($0)","symbolLocation":8,"imageIndex":0}"# },
    GrowingInput("ips images", ipsHead + ipsBody + ipsImages, end: "]}") {
      #",{"arch":"arm64","base":\#(0x2_0000_0000 + $0 * 65_536),"size":65536,"uuid":"\#(uuid($0))","path":"/usr/lib/\#($0)","name":"\#($0)"}"#
    },
    GrowingInput("ips images at one address", ipsHead + ipsBody + ipsImages, end: "]}") {
      #",{"arch":"arm64","base":4328521728,"size":65536,"uuid":"\#(uuid($0))","path":"/usr/lib/\#($0)","name":"\#($0)"}"#
    },
    GrowingInput("ips keys", ipsHead + ipsBody, end: ipsImages + "]}") { #""key\#($0)":"value","# },
    GrowingInput("ips repeated keys", ipsHead + ipsBody, end: ipsImages + "]}") { _ in #""pid":3608,"# },
    GrowingInput("ips depth", ipsHead + ipsBody + ipsImages + #"],"a":1"#, closing: "}", end: "}") { #","a\#($0)":{"b":1"# },
    GrowingInput("ips long value", ipsHead + ipsBody + #""procPath":""#, end: "\"," + ipsImages + "]}") { "/a\($0)" },
    GrowingInput("ips escapes", ipsHead + ipsBody + #""procPath":""#, end: "\"," + ipsImages + "]}") { _ in #"\/\u00e9\""# },
    GrowingInput("ips messages", ipsHead + ipsBody + #""asi":{"Shop":["x""#, end: "]}," + ipsImages + "]}") {
      #","message \#($0)""#
    },
    GrowingInput(
      "ips last exception", ipsHead + ipsBody + #""lastExceptionBacktrace":["#, separator: ",", end: "]," + ipsImages + "]}"
    ) { #"{"imageOffset":\#($0),"imageIndex":0}"# },
    GrowingInput("ips lines of JSON", ipsHead + ipsBody, end: ipsImages + "]}") { _ in "\n" },
  ]

  private static let shotHead = """
    {"bug_type":"288","timestamp":"2023-05-06 07:08:09.10 +0200","os_version":"iPhone OS 16.4.1 (20E252)"}
    {"product": "iPhone12,1", "reason": "somebody pressed keys",
     "binaryImages": [["4c4c44e4-5555-3144-a1b0-602671ad96b1", 4368026624, "P"]], "processByPid": {
    """
  private static let panicHead =
    #"{"bug_type":"210","timestamp":"2024-05-06 07:08:09.10 +0200"}"# + "\n"
    + #"{"product":"iPhone13,2","build":"iPhone OS 17.4 (21E219)","panicString":"panic(cpu 1 caller 0xfffffff02e156784): timeout\nOS version: 21E219\n"#
  private static let jetsamHead = """
    {"bug_type": "298", "timestamp": "2026-11-20 11:43:03.00 +0100", "os_version": "iPhone OS 26.1 (23B85)"}
    {"bug_type": "298", "memoryStatus": {"pageSize": 16384}, "largestProcess": "Shop", "processes": [
    """

  static let stackshots: [GrowingInput] = [
    GrowingInput("stackshot processes", shotHead, separator: ",", end: "}}") {
      #""\#($0)":{"pid":\#($0),"procname":"Kiosk\#($0)","threadById":{"\#($0)":{"id":\#($0),"userFrames":[[0,16],[0,32]]}}}"#
    },
    GrowingInput("stackshot threads", shotHead + #""7":{"pid":7,"procname":"Kiosk","threadById":{"#, separator: ",", end: "}}}}")
    {
      #""\#($0)":{"id":\#($0),"userFrames":[[0,16],[0,32]]}"#
    },
    GrowingInput(
      "stackshot frames", shotHead + #""7":{"pid":7,"procname":"Kiosk","threadById":{"70":{"id":70,"userFrames":["#,
      separator: ",",
      end: "]}}}}}"
    ) { "[0,\($0)]" },
    GrowingInput(
      "panic frames", panicHead + #"Panicked thread: 0xffffffe90ed3ced8, backtrace: 0xffffffecfb44f7e0, tid: 798\n"#, end: #""}"#
    ) {
      #"\t\t  lr: \#($0.address)  fp: 0xffffffecfb44f820\n"#
    },
    GrowingInput("panic lines", panicHead, end: #""}"#) { #"Key \#($0): value\n"# },
    GrowingInput("jetsam processes", jetsamHead, separator: ",", end: "]}") {
      #"{"pid":\#($0),"name":"Shop\#($0)","states":["active"],"rpages":9216,"priority":160}"#
    },
  ]

  private static let kscrashHead = #"""
    {"report":{"version":"3.8.0","id":"E0ABC030-0CF2-5516-A84B-A650276D4B34","process_name":"Shop","timestamp":1795171383129100,"type":"standard"},
    "system":{"system_name":"iOS","cpu_arch":"arm64","process_id":3608,"CFBundleIdentifier":"com.example.shop"},
    """#
  private static let kscrashImages = #"""
    "binary_images":[{"image_addr":4328521728,"image_vmaddr":4294967296,"image_size":16777216,"name":"/Applications/Shop.app/Shop",
    "uuid":"4C4C44E4-5555-3144-A1B0-602671AD96B1","cpu_type":16777228,"cpu_subtype":0}
    """#
  private static let kscrashError =
    #""crash":{"error":{"type":"mach","address":24,"mach":{"exception":1,"code":1},"signal":{"signal":11}},"#
  private static let kscrashThread = #"{"index":0,"crashed":true,"backtrace":{"contents":["# + kscrashFrame(0) + "]}}"
  private static let kscrashCrash = kscrashError + #""threads":["# + kscrashThread + "]}}"

  private static func kscrashFrame(_ index: Int) -> String {
    #"{"object_name":"Shop","object_addr":4328521728,"instruction_addr":\#(4_328_521_728 + 4 * index % 0xf00000),"symbol_name":"f\#(index)","symbol_addr":4328521728}"#
  }

  static let ksCrash: [GrowingInput] = [
    GrowingInput("kscrash reports") { _ in kscrashHead + kscrashImages + "]," + kscrashCrash + "\n" },
    GrowingInput("kscrash list of reports", "[", separator: ",", end: "]") { _ in
      kscrashHead + kscrashImages + "]," + kscrashCrash
    },
    GrowingInput(
      "kscrash threads", kscrashHead + kscrashImages + "]," + kscrashError + #""threads":["# + kscrashThread, end: "]}}"
    ) {
      #",{"index":\#($0 + 1),"backtrace":{"contents":[\#(kscrashFrame($0))]}}"#
    },
    GrowingInput(
      "kscrash frames",
      kscrashHead + kscrashImages + "]," + kscrashError + #""threads":[{"index":0,"crashed":true,"backtrace":{"contents":["#,
      separator: ",", end: "]}}]}}"
    ) { kscrashFrame($0) },
    GrowingInput("kscrash images", kscrashHead + kscrashImages, end: "]," + kscrashCrash) {
      #",{"image_addr":\#(0x2_0000_0000 + $0 * 65_536),"image_size":65536,"name":"/usr/lib/\#($0)","uuid":"\#(uuid($0))","cpu_type":16777228}"#
    },
    GrowingInput("kscrash user", kscrashHead + #""user":{"a":1"#, end: "}," + kscrashImages + "]," + kscrashCrash) {
      #","key\#($0)":"value""#
    },
    GrowingInput("kscrash depth", kscrashHead + #""user":{"a":1"#, closing: "}", end: "}," + kscrashImages + "]," + kscrashCrash)
    {
      #","a\#($0)":{"b":1"#
    },
    GrowingInput("kscrash keys", kscrashHead, end: kscrashImages + "]," + kscrashCrash) { #""key\#($0)":"value","# },
    GrowingInput("kscrash repeated keys", kscrashHead, end: kscrashImages + "]," + kscrashCrash) { _ in #""user":{"a":1},"# },
    GrowingInput("kscrash nested report") { size in
      var text = kscrashHead + kscrashImages + "]," + kscrashCrash
      while text.utf8.count < size { text = wrapped(text) }
      return Array(text.utf8)
    },
    GrowingInput("kscrash report nested 8 times") { size in
      var text = kscrashHead + kscrashImages + "]," + kscrashCrash
      for _ in 0..<8 { text = wrapped(text) }
      text = String(repeating: text + "\n", count: max(size / text.utf8.count, 1))
      return Array(text.utf8)
    },
    GrowingInput(
      "kscrash long text", kscrashHead + #""process":{"last_dealloced_nsexception":{"reason":""#,
      end: "\"}}," + kscrashImages + "]," + kscrashCrash
    ) { "word \($0) " },
  ]

  private static func wrapped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return kscrashHead + kscrashError + #""threads":["# + kscrashThread + #"]},"recrash_report":{"error":"x","json_data":""#
      + escaped + "\"}}"
  }

  private static let sentryHead =
    #"{"event_id":"46b059d2f1ca5c00a7383882cf54833e","platform":"cocoa","level":"fatal","timestamp":"2026-11-20T10:43:03Z","#
  private static let sentryImages = #"""
    "debug_meta":{"images":[{"type":"macho","debug_id":"4C4C44E4-5555-3144-A1B0-602671AD96B1","image_addr":"0x102000000","image_size":16777216,
    "code_file":"/Applications/Shop.app/Shop"}
    """#
  private static let sentryValues =
    #""exception":{"values":[{"type":"EXC_BAD_ACCESS","value":"bad","thread_id":0,"stacktrace":{"frames":["# + sentryFrame(0)
    + "]}}]},"

  private static func sentryFrame(_ index: Int) -> String {
    #"{"package":"/Applications/Shop.app/Shop","image_addr":"0x102000000","instruction_addr":"\#((0x1_0200_4000 + 4 * index % 0xf00000).address)","in_app":true}"#
  }

  static let sentry: [GrowingInput] = [
    GrowingInput("sentry reports") { _ in sentryHead + sentryValues + sentryImages + "]}}\n" },
    GrowingInput("sentry exceptions", sentryHead + #""exception":{"values":["#, separator: ",", end: "]}," + sentryImages + "]}}")
    {
      #"{"type":"T\#($0)","value":"v","thread_id":\#($0),"stacktrace":{"frames":[\#(sentryFrame($0))]}}"#
    },
    GrowingInput(
      "sentry threads", sentryHead + sentryValues + #""threads":{"values":["#, separator: ",", end: "]}," + sentryImages + "]}}"
    ) {
      #"{"id":\#($0),"crashed":false,"stacktrace":{"frames":[\#(sentryFrame($0))]}}"#
    },
    GrowingInput(
      "sentry frames", sentryHead + #""exception":{"values":[{"type":"T","thread_id":0,"stacktrace":{"frames":["#, separator: ",",
      end: "]}}]}," + sentryImages + "]}}"
    ) { sentryFrame($0) },
    GrowingInput("sentry images", sentryHead + sentryValues + sentryImages, end: "]}}") {
      #",{"type":"macho","debug_id":"\#(uuid($0))","image_addr":"\#((0x2_0000_0000 + $0 * 65_536).address)","image_size":65536,"code_file":"/usr/lib/\#($0)"}"#
    },
    GrowingInput("sentry tags", sentryHead + sentryValues + #""tags":[["a","b"]"#, end: "]," + sentryImages + "]}}") {
      #",["tag\#($0)","value"]"#
    },
    GrowingInput(
      "sentry breadcrumbs", sentryHead + sentryValues + #""breadcrumbs":{"values":["#, separator: ",",
      end: "]}," + sentryImages + "]}}"
    ) {
      #"{"timestamp":"2026-11-20T10:43:03Z","category":"c","message":"message \#($0)"}"#
    },
    GrowingInput("sentry depth", sentryHead + sentryValues + #""extra":{"a":1"#, closing: "}", end: "}," + sentryImages + "]}}") {
      #","a\#($0)":{"b":1"#
    },
  ]

  private static let metricHead = #"{"timeStampBegin":"2026-11-20 10:00:00","crashDiagnostics":["#
  private static let metaData =
    #""diagnosticMetaData":{"bundleIdentifier":"com.example.Shop","platformArchitecture":"arm64","signal":11},"version":"1.0.0","#
  private static let treeHead = #"{"# + metaData + #""callStackTree":{"callStackPerThread":true,"callStacks":["#
  private static let hangHead = #"{"# + metaData + #""callStackTree":{"callStackPerThread":false,"callStacks":["#

  private static func metricFrame(_ index: Int) -> String {
    #""binaryUUID":"4C4C44E4-5555-3144-A1B0-602671AD96B1","offsetIntoBinaryTextSegment":\#(4 * index),"sampleCount":1,"binaryName":"Shop","address":\#(4_328_521_728 + 4 * index)"#
  }

  static let metricKit: [GrowingInput] = [
    GrowingInput("metrickit reports", metricHead, separator: ",", end: "]}") {
      treeHead + #"{"threadAttributed":true,"callStackRootFrames":[{"# + metricFrame($0) + "}]}]}}"
    },
    GrowingInput("metrickit payloads") {
      metricHead + treeHead + #"{"threadAttributed":true,"callStackRootFrames":[{"# + metricFrame($0) + "}]}]}}]}\n"
    },
    GrowingInput(
      "metrickit threads", metricHead + treeHead + #"{"threadAttributed":true,"callStackRootFrames":[{"# + metricFrame(0) + "}]}",
      end: "]}}]}"
    ) {
      #",{"callStackRootFrames":[{"# + metricFrame($0) + "}]}"
    },
    GrowingInput(
      "metrickit depth", metricHead + treeHead + #"{"threadAttributed":true,"callStackRootFrames":[{"# + metricFrame(0),
      closing: "}]", end: "}]}]}}]}"
    ) {
      #","subFrames":[{"# + metricFrame($0)
    },
    GrowingInput(
      "metrickit depth of a hang", metricHead + hangHead + #"{"callStackRootFrames":[{"# + metricFrame(0), closing: "}]",
      end: "}]}]}}]}"
    ) {
      #","subFrames":[{"# + metricFrame($0)
    },
    GrowingInput(
      "metrickit depth of small frames", metricHead + hangHead + #"{"callStackRootFrames":[{"address":1"#, closing: "}]",
      end: "}]}]}}]}"
    ) { _ in
      #","subFrames":[{"address":1"#
    },
    GrowingInput(
      "metrickit depth before keys",
      make: { size in
        let count = max(size / 190, 1)
        let opening = String(repeating: #"{"subFrames":["#, count: count)
        let inner = "{" + metricFrame(0) + "}"
        let closing = (0..<count).map { "]," + metricFrame($0) + "}" }.joined()
        return Array(
          (metricHead + treeHead + #"{"threadAttributed":true,"callStackRootFrames":["# + opening + inner + closing + "]}]}}]}")
            .utf8)
      }),
    GrowingInput(
      "metrickit brothers", metricHead + hangHead + #"{"callStackRootFrames":[{"# + metricFrame(0) + #","subFrames":["#,
      separator: ",", end: "]}]}]}}]}"
    ) {
      "{" + metricFrame($0) + "}"
    },
    GrowingInput(
      "metrickit images", metricHead + treeHead + #"{"threadAttributed":true,"callStackRootFrames":[{"# + metricFrame(0),
      closing: "}]", end: "}]}]}}]}"
    ) {
      #","subFrames":[{"#
        + #""binaryUUID":"\#(uuid($0))","offsetIntoBinaryTextSegment":4,"binaryName":"L\#($0)","address":\#(0x2_0000_0000 + $0 * 65_536 + 4)"#
    },
  ]

  static let otherJSON: [GrowingInput] = [
    GrowingInput(
      "swift-backtrace JSON threads",
      swiftJSON + #""threads":[{"crashed":true,"frames":[{"kind":"programCounter","address":"0x7f30b8f5319e"}]}"#, end: "]}"
    ) { _ in
      #",{"frames":[{"kind":"programCounter","address":"0x7f30b8f5319e"}]}"#
    },
    GrowingInput(
      "swift-backtrace JSON frames", swiftJSON + #""threads":[{"crashed":true,"frames":["#, separator: ",", end: "]}]}"
    ) {
      #"{"kind":"returnAddress","address":"\#((0x7f30_b8f5_0000 + $0).address)"}"#
    },
    GrowingInput("swift-backtrace JSON reports") { _ in
      swiftJSON + #""threads":[{"crashed":true,"frames":[{"kind":"programCounter","address":"0x7f30b8f5319e"}]}]}"# + "\n"
    },
    GrowingInput("json stacks", #"{"threads":["#, separator: ",", end: "]}") {
      #"{"threadIndex":\#($0),"stackFrames":[{"programCounter":\#(4_338_647_580 + $0),"symbol":null}]}"#
    },
    GrowingInput("json frames", #"{"threads":[{"crashed":true,"stackFrames":["#, separator: ",", end: "]}]}") {
      #"{"programCounter":\#(4_338_647_580 + $0),"symbol":null}"#
    },
    GrowingInput(
      "json images", #"{"threads":[{"crashed":true,"stackFrames":[{"programCounter":4338647580}]}],"binaryImages":["#,
      separator: ",", end: "]}"
    ) {
      #"{"uuid":"\#(uuid($0))","name":"/usr/lib/\#($0)","baseAddress":\#(0x2_0000_0000 + $0 * 65_536),"size":65536}"#
    },
    GrowingInput("json reports") {
      #"{"threads":[{"crashed":true,"stackFrames":[{"programCounter":\#(4_338_647_580 + $0),"symbol":"f"}]}]}"# + "\n"
    },
    GrowingInput("json stacks in strings", #"{"a":["#, separator: ",", end: "]}") { _ in
      #""0   Shop   0x00000001027f821c 0x1027f4000 + 16924\n1   Shop   0x00000001027f821c 0x1027f4000 + 16924""#
    },
    GrowingInput("json stack in a string", #"{"stack":""#, end: #""}"#) {
      #"\#($0)   Shop   0x00000001027f821c 0x1027f4000 + 16924\n"#
    },
    GrowingInput("json depth", #"{"threads":[{"stackFrames":[{"programCounter":4338647580}]}],"a":1"#, closing: "}", end: "}") {
      #","a\#($0)":{"b":1"#
    },
    GrowingInput("json depth of lists", "", closing: "]") { _ in "[" },
    GrowingInput("json depth with stacks", "", closing: "}") {
      #"{"stackFrames":["# + String(repeating: #"{"programCounter":\#(4_338_647_580 + $0)},"#, count: 12) + #"{}],"a":"#
    },
    GrowingInput("json repeated keys", #"{"threads":[{"stackFrames":[{"programCounter":4338647580}]}]"#, end: "}") { _ in
      #","threads":[]"#
    },
    GrowingInput("json in strings") { size in
      var text = #"{"message":"0   Shop   0x00000001027f821c 0x1027f4000 + 16924"}"#
      while text.utf8.count < size {
        text = #"{"message":""# + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"}"
      }
      return Array(text.utf8)
    },
    GrowingInput("json text without stacks", #"{"a":["#, separator: ",", end: "]}") { #"{"key":"value \#($0)","n":\#($0)}"# },
  ]

  private static let swiftJSON =
    #"{"timestamp":"2026-11-20T10:43:03.129100Z","kind":"crashReport","description":"Illegal instruction","faultAddress":"0x00007f30b8f5319e","platform":"x86_64 Linux","architecture":"x86_64","images":[{"name":"shop","buildId":"abf3bf33e5ef637a37c537cbdcdcc2bcaf747ece","path":"/srv/shop/bin/shop","baseAddress":"0x00007f30b8f50000","endOfText":"0x00007f30b8f60000"}],"#

  private static func uuid(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return "4c4c44e4-5555-3144-a1b0-" + String(repeating: "0", count: max(12 - digits.count, 0)) + digits
  }
}
