import CrashModel
import SymbolModel
import Testing

@testable import Triage

/// Exceptions of Objective-C that the report does not name, and code that only passes errors on.
@Suite struct ThrownExceptionTests {
  private static func triage(_ testCase: CauseCase, change: (inout SymbolicatedReport) -> Void = { _ in }) -> ReportTriage {
    var answers = testCase.answers
    answers.report.process.bundleID = "com.example.shop"
    change(&answers)
    return Triager().triage(answers)
  }

  private static func abort(_ frames: String...) -> CauseCase {
    CauseCase(type: "EXC_CRASH", signal: "SIGABRT", info: ["abort() called"], frames: frames)
  }

  @Test(arguments: [
    ["-abort", "-_objc_terminate()", "-objc_exception_throw", "work"],
    ["-abort", "-_objc_terminate()", "-__cxa_rethrow", "-objc_exception_rethrow", "-CFRunLoopRunSpecific"],
    ["--[NSApplication _crashOnException:]", "--[NSApplication reportException:]", "work"],
  ])
  func anExceptionWithoutATextIsAnException(_ frames: [String]) throws {
    var abort = Self.abort()
    abort.frames = frames
    let triage = Self.triage(abort)
    #expect(triage.failure.name == "exc:NSException")
    let cause = try #require(triage.causes.first)
    #expect(cause.id == "objc-exception" && cause.confidence == .certain && cause.advice.contains("not in this report"))
  }

  /// The handler of the Objective-C runtime is on the stacks of C++, too.
  @Test func anExceptionOfCIsNoneOfObjectiveC() {
    let triage = Self.triage(Self.abort("-abort", "-_objc_terminate()", "-__cxa_throw", "work"))
    #expect(triage.failure.name == "abort" && triage.causes.map(\.id).contains("cpp-exception"))
  }

  @Test func aLastExceptionBacktraceIsProofWithoutAName() throws {
    let triage = Self.triage(Self.abort("-__pthread_kill", "-abort")) { answers in
      answers.report.frames.append(Frame(index: 0, kind: .returnAddress, address: RuntimeAddress(0x5000)))
      answers.resolutions.append(FrameResolution(basis: .symbol, symbol: "pay"))
      answers.report.frames[2].image = 0
      answers.report.backtraces = [Backtrace(kind: .lastException, frames: 2..<3)]
    }
    #expect(triage.failure.name == "exc:NSException" && triage.blame?.function == "pay")
    #expect(triage.causes.first?.id == "objc-exception")
  }

  @Test func theStackThatTheAppRecordedDecides() {
    let names = ["__exceptionPreprocess", "objc_exception_throw", "-[NSCell setStringValue:]", "-[Cart show]"]
    let triage = Self.triage(Self.abort("--[NSApplication _crashOnException:]", "main")) { answers in
      let start = answers.report.frames.count
      for (index, name) in names.enumerated() {
        var frame = Frame(index: index, kind: .returnAddress, address: RuntimeAddress(0x5000))
        frame.image = index == 3 ? 0 : 1
        answers.report.frames.append(frame)
        answers.resolutions.append(FrameResolution(basis: .symbol, symbol: name))
      }
      answers.report.backtraces = [Backtrace(kind: .applicationSpecific, index: 1, frames: start..<start + 4)]
    }
    #expect(triage.blame?.function == "-[Cart show]" && triage.failure.name == "exc:NSException")
  }

  @Test func unrelatedAppsShareNoFingerprintThroughHowExceptionsEnd() {
    let crash = Self.abort("--[NSApplication _crashOnException:]", "--[NSApplication run]")
    let other = Self.triage(crash) { $0.report.process.bundleID = "com.example.clock" }
    #expect(Self.triage(crash).fingerprint != other.fingerprint)
  }

  @Test(arguments: [
    "facebook::react::RCTNativeModule::invoke()", "StartupProcedure.throwException(_:)",
    "flutter::Shell::OnPlatformViewCreated()",
    "RCTFatal", "realm::util::terminate(char const*)", "__interceptor_free", "__asan_memcpy",
    "/usr/include/c++/v1/vector:1393: assertion __n < size() failed: vector[] index out of bounds",
  ])
  func librariesInsideTheAppAreNotToBlame(_ name: String) {
    let triage = Self.triage(CauseCase(type: "EXC_BREAKPOINT", signal: "SIGTRAP", frames: [name, "checkout"]))
    #expect(triage.blame?.function == "checkout", "\(triage.why)")
  }

  @Test func aRulesFileMakesALibraryTheApps() throws {
    var options = TriageOptions()
    try options.rules.extend("[system]\n!flutter::*\n")
    let answers = CauseCase(type: "EXC_BREAKPOINT", frames: ["flutter::Shell::run()", "checkout"]).answers
    #expect(Triager(options).triage(answers).blame?.function.contains("Shell::run") == true)
  }

  /// An excerpt has no registers: the address of the first frame is the program counter.
  @Test func aCallOfNothingIsAJumpToNullAndAdviceHasNoHoles() throws {
    let testCase = CauseCase(type: "EXC_BAD_ACCESS", signal: "SIGSEGV", fault: 0, frames: ["???", "work"])
    let jump = Self.triage(testCase) { answers in
      answers.report.frames[0].address = RuntimeAddress(0)
      answers.report.frames[0].image = nil
    }
    #expect(jump.causes.first?.id == "jump-null" && !jump.causes.contains { $0.id == "null-deref" })
    let access = Self.triage(testCase) { $0.report.frames[0].image = nil }
    #expect(access.causes.first?.advice.contains("that work needs") == true)
  }

  @Test func aLimitOfMemoryThatWasCrossedIsTheCauseWithTheFigure() throws {
    let triage = Self.triage(CauseCase(type: "EXC_RESOURCE", subtype: "MEMORY")) {
      $0.report.exception?.message = "(Limit 50 MB) Crossed High Water Mark"
    }
    let cause = try #require(triage.causes.first)
    #expect(cause.id == "memory-limit" && cause.evidence.contains { $0.text.contains("50 MB") })
  }
}
