extension GrowingInput {
  private static let jsonHead = #"{"status":"OK","crash_info":{"type":"SIGSEGV","address":"0x0","crashing_thread":0},"#
  private static let jsonModules = #""modules":["# + module(0)
  private static let jsonThreads = #""threads":[{"frames":["# + jsonFrame(0) + "]}"
  private static let textHead =
    "Operating system: Linux\nCPU: amd64\n\nCrash reason:  SIGSEGV\nCrash address: 0x0\n\nThread 0 (crashed)\n"
  private static let textModules = "\nLoaded modules:\n0x00001000 - 0x00ffffff  shop  ???\n"
  private static let tableHead = "OS|Linux|6.1\nCPU|amd64||8\nGPU|||\nCrash|SIGSEGV|0x0|0\n"
  private static let tableModule = "Module|shop||shop|33BFF3ABEFE57A6337C537CBDCDCC2BC0|0x1000|0xffffff|1\n"

  /// What tools print for minidumps.
  static let minidump: [GrowingInput] = [
    GrowingInput("minidump JSON frames", jsonHead + jsonModules + #"],"threads":[{"frames":["#, separator: ",", end: "]}]}") {
      jsonFrame($0)
    },
    GrowingInput("minidump JSON threads", jsonHead + jsonModules + #"],"threads":["#, separator: ",", end: "]}") {
      #"{"thread_name":"t\#($0)","frames":[\#(jsonFrame($0))]}"#
    },
    GrowingInput("minidump JSON modules", jsonHead + jsonModules, end: "]," + jsonThreads + "]}") { "," + module($0 + 1) },
    GrowingInput(
      "minidump JSON inlines",
      jsonHead + jsonModules + #"],"threads":[{"frames":[{"module":"shop","offset":"0x1588","inlines":["#, separator: ",",
      end: "]}]}]}"
    ) {
      #"{"function":"f\#($0)","file":"a.c","line":\#($0)}"#
    },
    GrowingInput("minidump text frames", textHead, end: textModules) {
      " \($0)  shop + 0x\(String($0 + 0x1588, radix: 16))\n     rip = 0x0000000000001588\n    Found by: call frame info\n"
    },
    GrowingInput("minidump text threads", textHead + " 0  shop + 0x1588\n", end: textModules) {
      "\nThread \($0 + 1)\n 0  shop + 0x1588\n     rip = 0x0000000000001588\n"
    },
    GrowingInput("minidump text modules", textHead + " 0  shop + 0x1588\n" + textModules) {
      "0x\(String(($0 + 256) << 16, radix: 16)) - 0x\(String((($0 + 257) << 16) - 1, radix: 16))  lib\($0).so  ???\n"
    },
    GrowingInput("minidump text registers", textHead + " 0  shop + 0x1588\n", end: textModules) {
      "     r\($0) = 0x0000000000000018\n"
    },
    GrowingInput("minidump table frames", tableHead + tableModule + "\n") {
      "0|\($0)|shop||||0x\(String($0 + 0x1588, radix: 16))\n"
    },
    GrowingInput("minidump table threads", tableHead + tableModule + "\n") { "\($0)|0|shop||||0x1588\n" },
    GrowingInput("minidump table modules", tableHead + tableModule, end: "\n0|0|shop||||0x1588\n") {
      "Module|lib\($0)||lib\($0)|33BFF3ABEFE57A6337C537CBDCDCC2BC0|0x\(String(($0 + 256) << 16, radix: 16))|0x\(String((($0 + 257) << 16) - 1, radix: 16))|0\n"
    },
  ]

  private static func jsonFrame(_ index: Int) -> String {
    #"{"frame":\#(index),"module":"shop","offset":"\#((0x1588 + index).address)","module_offset":"0x588","trust":"cfi"}"#
  }

  private static func module(_ index: Int) -> String {
    let base = 0x1000 + index << 20
    return
      #"{"base_addr":"\#(base.address)","end_addr":"\#((base + 0xf0000).address)","filename":"shop\#(index)","debug_file":"shop","debug_id":"33BFF3ABEFE57A6337C537CBDCDCC2BC0","code_id":"abf3bf33"}"#
  }
}
