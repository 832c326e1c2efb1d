import CrashModel
import Reports
import SymbolModel
import Testing

@testable import Triage

/// Which function of a stack is named: each case is one general principle, with a stack that shows it.
@Suite struct BlameTests {
  /// `image name`, or `image` alone for a function without a name; the innermost first.
  private static func triage(
    _ stack: [String], type: String = "EXC_CRASH", process: String = "Shop", file: String? = nil,
    reportedOffset: UInt64? = nil,
    change: (inout CrashReport) -> Void = { _ in }
  ) -> ReportTriage {
    var report = CrashReport(format: .ips)
    report.process.name = process
    report.process.path = "/private/var/containers/Bundle/Application/A/\(process).app/\(process)"
    report.exception = CrashException()
    report.exception?.type = type
    let own = ["Shop", "HockeySDK-iOSDemo", "HockeySDK"]
    var resolutions: [FrameResolution] = []
    for (index, line) in stack.enumerated() {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      if !report.images.contains(where: { $0.name == words[0] }) {
        let isOwn = own.contains(words[0])
        let folder = "/private/var/containers/Bundle/Application/A/\(process).app/"
        var image = BinaryImage(name: words[0], path: (isOwn ? folder : "/usr/lib/") + words[0])
        image.inApp = isOwn
        report.images.append(image)
      }
      var frame = Frame(
        index: index, kind: index == 0 ? .exact : .returnAddress, address: RuntimeAddress(0x1_0000 + UInt64(index) * 16))
      frame.image = report.images.firstIndex { $0.name == words[0] }
      frame.imageOffset = ImageOffset(UInt64(index) * 16)
      report.frames.append(frame)
      let sources = index == 0 || words.count < 2 ? [] : [SourceFrame(function: words[1], file: file, line: 7)]
      if let reportedOffset {
        let symbol = words.count > 1 ? words[1] : nil
        report.frames[index].reported = ReportedSymbol(symbol: symbol, offset: reportedOffset)
        resolutions.append(FrameResolution(basis: .reported, symbol: symbol))
        continue
      }
      resolutions.append(FrameResolution(basis: .symbol, symbol: words.count > 1 ? words[1] : nil, sources: sources))
    }
    report.threads = [CrashThread(index: 0, crashed: true, frames: 0..<stack.count)]
    change(&report)
    let statuses = report.images.map { _ in ImageStatus(.found) }
    return Triager().triage(SymbolicatedReport(report: report, resolutions: resolutions, imageStatuses: statuses, path: "case"))
  }

  @Test func anObjectsMakerCountsWithWhoAskedForItWhoHasTheLine() {
    let triage = Self.triage(["libswiftCore.dylib swift_retain", "Shop Cart.__allocating_init()", "Shop Store.open()"])
    #expect(triage.blame?.function == "Store.open()")
    #expect(triage.key.contains("Cart.__allocating_init()"))
  }

  @Test func theFunctionToLookAtIsTheOneThatIsNamed() {
    let triage = Self.triage(["libswiftCore.dylib swift_retain", "Shop Cart.__allocating_init()", "Shop Store.open()"])
    #expect(triage.frames.first == 1 && triage.blame?.position == 2)
  }

  @Test func aPanicBeginsWhereTheKernelSaysAndNotWhereItStops() {
    for reason in [
      "panic(cpu 1 caller 0xfffffff000010020): btn_rst",
      "panic(cpu 1 caller 0x1): Kernel data abort. at pc 0x2, lr 0x6efffff000010020",
    ] {
      let triage = Self.triage(["kernel", "kernel", "com.example.driver", "kernel"]) { report in
        report.applicationSpecificInformation = [reason]
        for position in report.frames.indices {
          report.frames[position].address = RuntimeAddress(0xffff_fff0_0001_0000 + UInt64(position) * 16)
        }
        report.backtraces = [Backtrace(kind: .panic, frames: 0..<4)]
        report.threads = []
      }
      #expect(triage.failure == .panic && triage.speaker.stack == .backtrace(0))
      #expect(triage.blame?.image == "com.example.driver" && triage.blame?.position == 2)
      #expect(triage.why.first?.rule == "cut: how the kernel stopped")
    }
  }

  @Test func aNameAMegabyteAwayIsNotTheFunctions() {
    for (offset, named) in [(0xf_ffff as UInt64, true), (0x10_0000, false)] {
      let triage = Self.triage(["libx.dylib wait", "Shop first_export", "Shop main"], reportedOffset: offset)
      #expect((triage.blame?.function == "first_export") == named, "\(triage.key)")
    }
  }

  @Test func inAStackshotOnlyTheMarkedThreadIsTheMainThread() {
    for marked in [true, false] {
      let triage = Self.triage(["libx.dylib wait", "liby.dylib work"]) { report in
        (report.kind, report.isStackshot, report.exception) = (.hang, true, nil)
        report.threads = [CrashThread(index: 0, frames: 0..<1), CrashThread(index: 1, crashed: marked, frames: 1..<2)]
      }
      #expect(triage.speaker.thread == (marked ? 1 : nil))
    }
  }

  @Test func aProgramIsNoCrashReporterWhateverItsName() {
    let stack = ["HockeySDK-iOSDemo -[Demo crash]", "UIKit -[UIApplication sendEvent:]"]
    #expect(Self.triage(stack, type: "EXC_BAD_ACCESS", process: "HockeySDK-iOSDemo").blame?.function == "-[Demo crash]")
    let library = Self.triage(["HockeySDK -[Demo crash]", "Shop -[Cart pay]"], type: "EXC_BAD_ACCESS")
    #expect(library.blame?.function == "-[Cart pay]")
  }

  @Test func whatALibraryOfSignalsCallsInTheAppIsASignalHandlerAlsoWithoutNames() {
    let stack = ["libsystem_kernel.dylib", "Shop", "libsystem_platform.dylib", "UIKitCore", "Shop", "dyld"]
    #expect(Self.triage(stack).frames == [4])
    // Functions that copy memory call nobody.
    #expect(Self.triage(["libsystem_platform.dylib", "Shop", "Shop", "dyld"], type: "EXC_BAD_ACCESS").frames == [1])
  }

  @Test func handlersAboveTheEndByAnExceptionAreNotTheThrow() {
    let end = [
      "libsystem_kernel.dylib", "libsystem_c.dylib", "libc++abi.dylib", "libobjc.A.dylib", "Shop", "libc++abi.dylib",
      "libc++abi.dylib",
    ]
    #expect(Self.triage(end + ["libobjc.A.dylib", "UIKitCore", "Shop", "dyld"]).frames == [9])
    // A constructor that the runtime calls, and a crash of the handler itself.
    let built = ["libsystem_kernel.dylib", "libsystem_c.dylib", "Shop Line::Line()", "libc++abi.dylib", "Shop Cart::Cart()"]
    #expect(Self.triage(built).blame?.function == "Line::Line()")
    let handler = ["Shop onCrash", "libc++abi.dylib", "libc++abi.dylib", "libdispatch.dylib", "Shop", "dyld"]
    #expect(Self.triage(handler, type: "EXC_BAD_ACCESS").frames == [0])
  }

  @Test func nothingButTheEntryPointIsCalledMain() {
    let triage = Self.triage(["CoreFoundation", "Shop main", "Shop main", "Shop main", "dyld start"])
    #expect(triage.quality == .unsymbolicated)
    #expect(triage.frames == [1])
    #expect(Self.triage(["Shop main", "dyld start"], type: "EXC_BAD_ACCESS").blame?.function == "main")
  }

  @Test func anotherThreadDoesNotSpeakForACrashedOneThatWasCutOff() {
    let triage = Self.triage(["libsystem_kernel.dylib", "Shop main"]) { report in
      report.threads[0].crashed = false
      report.lostCrashedThread = 5
    }
    #expect(triage.blame == nil)
    #expect(triage.speaker.reason == .lostCrashedThread(5))
  }
}
