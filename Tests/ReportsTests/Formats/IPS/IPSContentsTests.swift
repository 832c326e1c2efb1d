import CrashModel
import Reports
import SymbolModel
import Testing

/// What `.ips` reports say beside their call stacks.
@Suite struct IPSContentsTests {
  private func document(_ body: String, type: String = "309") throws -> ReportDocument {
    let header = #"{"bug_type":"\#(type)","app_name":"Shop","os_version":"iPhone OS 17.1 (21B74)","incident_id":"7"}"# + "\n"
    return try ReportDocument(reading: Array((header + body).utf8))
  }

  private func text(_ document: ReportDocument) throws -> [String] {
    let text = try #require(document.layout(of: document.reports[0]))
    let appendix = text.appendix.flatMap { if case .lines(let lines) = $0 { lines } else { [String]() } }
    return text.preamble + text.epilogue + appendix
  }

  private func detail(_ key: String, _ document: ReportDocument) -> ReportValue? {
    document.reports[0].details.first { $0.key == key }?.value
  }

  // MARK: Crashes

  private static let crash =
    #"""
    {"procName":"Shop","procLaunch":"t","procRole":"Background","cpuType":"X86-64","translated":true,"faultingThread":0,
     "exception":{"type":"EXC_GUARD","codes":"0x1, 0x2","subtype":"GUARD_TYPE_FD","message":"close on file descriptor 6"},
     "termination":{"namespace":"DYLD","code":1,"indicator":"Library missing","details":["(terminated at launch)"],"reasons":["Library not loaded: @rpath\/A","Reason: tried: '\/a'"]},
     "vmregioninfo":"0 is not in any region.\n      REGION TYPE","ktriageinfo":"VM - (arg = 0x3)\n","reportNotes":["dyld_process_snapshot_get_shared_cache failed"],
     "usedImages":[],"threads":[{"triggered":true,"frames":[{"imageOffset":4,"imageIndex":0}]}]}
    """#

  @Test func everyOutputTellsWhatTheSystemSaysOfTheExceptionAndOfMemory() throws {
    let document = try document(Self.crash)
    #expect(document.reports[0].exception?.message == "close on file descriptor 6")
    #expect(
      document.reports[0].termination?.details == [
        "(terminated at launch)", "Library not loaded: @rpath/A", "Reason: tried: '/a'",
      ])
    #expect(detail("role", document) == .text("Background"))
    #expect(detail("translated", document) == .text("by Rosetta"))
    #expect(detail("vmRegionInfo", document) == .text("0 is not in any region.\n      REGION TYPE"))
    #expect(detail("kernelTriage", document) == .text("VM - (arg = 0x3)"))
    #expect(detail("notes", document) == .text("dyld_process_snapshot_get_shared_cache failed"))
    let lines = try text(document)
    #expect(lines.contains("Exception Message: close on file descriptor 6"))
    #expect(lines.contains("Code Type:           X86-64 (Translated)"))
    #expect(lines.contains("Termination Reason: DYLD 1 Library missing"))
    #expect(lines.contains("Kernel Triage:") && lines.contains("VM Region Info: 0 is not in any region."))
    // Below the images, as Apple has it.
    #expect(
      lines.suffix(5) == ["Error Formulating Crash Report:", "dyld_process_snapshot_get_shared_cache failed", "", "EOF", ""])
  }

  @Test func aRoleThatIsNoneIsNotTold() throws {
    #expect(detail("role", try document(Self.crash.replacing("Background", with: "Unspecified"))) == nil)
  }

  // MARK: Images

  /// `libsystem_kernel.dylib` says `P` although it is in the shared cache.
  @Test(
    arguments: [
      (nil, [true, false, false]), ("/private/var/containers/Bundle/Application/0/Shop.app/Shop", [true, false, false]),
      ("/usr/libexec/daemon", [false, false, false]),
    ] as [(String?, [Bool])]) func imagesWithoutAPathAreTheAppsOutsideTheSharedCache(
      path: String?, inApp: [Bool]
    ) throws
  {
    let member = path.map { #""procPath":"\#($0)","# } ?? ""
    let document = try document(
      #"{\#(member)"sharedCache":{"base":6979321856,"size":1073741824},"usedImages":[{"base":4294967296,"source":"P","size":65536},{"base":6984564736,"source":"P","size":262144},{"base":0,"source":"A","size":0}],"threads":[{"frames":[{"imageIndex":0,"imageOffset":4660}]}]}"#,
      type: "308")
    #expect(document.reports[0].images.map(\.inApp) == inApp)
  }

  /// The whole shared cache may stand in the list beside its libraries (source `S`).
  @Test func anAddressBelongsToTheLibraryNotToTheSharedCacheAroundIt() throws {
    let document = try document(
      #"{"asiBacktraces":["0   Kit  0x0000000180001010 Kit + 16"],"usedImages":[{"base":6442450944,"source":"S","size":1073741824},{"base":6442455040,"source":"C","size":4096,"name":"Kit","path":"/usr/lib/Kit"}],"threads":[]}"#
    )
    #expect(document.reports[0].frames.map(\.image) == [1])
  }

  @Test func aStackshotsKernelFramesComeFirstAndItsImagesMayNameTheProcessor() throws {
    let document = try document(
      #"{"processByPid":{"7":{"procname":"Shop","threadById":{"1":{"userFrames":[[1,32]],"kernelFrames":[[0,16]]}}}},"binaryImages":[["8c1e2f30-0000-1111-2222-333344445555",4096,"T"],["8c1e2f30-0000-1111-2222-333344445556",8192,"P","arm64e"]]}"#,
      type: "288")
    let report = document.reports[0]
    #expect(report.frames.map { $0.address?.value } == [4112, 8224])
    #expect(report.frames.map(\.kind) == [.exact, .returnAddress])
    #expect(report.images.map { $0.architecture?.name } == [nil, "arm64e"])
    #expect(report.kind == .other)
  }

  // MARK: Other types

  @Test(arguments: [("panicString", "210"), ("string", "151")]) func aPanicsTextIsKeptWholeAndItsFirstLineSaysWhy(
    key: String, type: String
  ) throws {
    let document = try document(
      #"{"build":"iPhone OS 16.2 (20C65)","product":"iPhone11,8","\#(key)":"panic(cpu 1 caller 0xf2): btn_rst\nDebugger message: panic\n","notes":["Source: (null)"],"processByPid":{"0":{"procname":"kernel_task","threadById":{"1":{"kernelFrames":[[0,16]]}}}},"binaryImages":[["8c1e2f30-0000-1111-2222-333344445555",4096,"T"]]}"#,
      type: type)
    let report = document.reports[0]
    #expect(report.applicationSpecificInformation == ["panic(cpu 1 caller 0xf2): btn_rst"])
    #expect(detail("panicString", document) == .text("panic(cpu 1 caller 0xf2): btn_rst\nDebugger message: panic"))
    #expect(report.event == (type == "210" ? "kernel panic" : "forced reset"))
    let lines = try text(document)
    #expect(lines.count { $0 == "Panic String:" } == 1)
    #expect(
      lines.suffix(8) == [
        "Panic String:", "panic(cpu 1 caller 0xf2): btn_rst", "Debugger message: panic", "", "Notes: Source: (null)", "",
        // The first line has another one.
        "Other Information:", "build: iPhone OS 16.2 (20C65)",
      ])
  }

  @Test func textOfAnUnknownTypeIsShownAsItStands() throws {
    let document = try document("209b68600 : initializing\n209b68600 : error 78\n", type: "183")
    #expect(document.reports[0].event == "system update" && document.reports[0].identifier == "7")
    let lines = try text(document)
    #expect(lines.suffix(4) == ["", "Text:", "209b68600 : initializing", "209b68600 : error 78"])
    #expect(lines.count { $0 == "Text:" } == 1)
    #expect(detail("text", document) == .text("209b68600 : initializing\n209b68600 : error 78"))
    #expect(try text(try self.document("a\u{0}b\n", type: "183")).contains("Text:") == false)
  }

  /// Types with the kind and the word that they get; nil for those whose kind says it.
  @Test(
    arguments: [
      ("309", ReportKind.crash, nil), ("308", .crash, nil), ("298", .jetsam, nil), ("142", .cpu, nil), ("202", .cpu, nil),
      ("206", .cpu, nil), ("145", .diskWrite, nil), ("228", .hang, nil), ("328", .hang, nil), ("288", .other, "stackshot"),
      ("409", .hang, nil),
      ("210", .other, "kernel panic"), ("385", .other, "resource limit"), ("327", .other, "thread limit"),
      ("186", .other, "kernel trace"), ("187", .other, "sandbox"), ("213", .other, "Rosetta"), ("151", .other, "forced reset"),
      ("313", .other, "report of type 313"),
    ] as [(String, ReportKind, String?)]) func everyTypeSaysWhatItIs(type: String, kind: ReportKind, event: String?) throws
  {
    let report = try document(
      #"{"x":1,"usedImages":[],"threads":[{"frames":[{"imageOffset":4096,"imageIndex":0}]}]}"#, type: type
    )
    .reports[0]
    #expect(report.kind == kind && report.event == event)
  }

  @Test func aBuildOfTheSystemMayStandAlone() throws {
    let text = #"{"bug_type":"183","name":"iPhoneRestore","os_version":"23A5297m"}"# + "\nno stack\n"
    let document = try ReportDocument(reading: Array(text.utf8))
    #expect(document.reports[0].system.name == nil && document.reports[0].system.build == "23A5297m")
    #expect(try self.text(document).contains("OS Version:          23A5297m"))
  }
}
