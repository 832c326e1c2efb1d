import Foundation
import TestSupport
import Testing

/// Logs of sanitizers and programs that print their own stack, as a user sees the answers.
@Suite struct ConsoleSourceTests {
  /// The bytes of a fixture without its build ID.
  private static func program() throws -> [UInt8] {
    var bytes = try FixtureFolder.bytes("Binaries/elf/out/clang-dwarf5/shop")
    let note: [UInt8] = [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0] + Array("GNU".utf8)
    let place = try #require((0..<bytes.count - note.count).first { bytes[$0..<$0 + note.count].elementsEqual(note) })
    bytes[place + 8] = 0x55
    return bytes
  }

  /// The program is beside the report and at the path in it: that is one file.
  @Test func theProgramBesideTheReportIsFoundOnce() throws {
    let folder = try TemporaryFolder()
    let program = try folder.write(try Self.program(), to: "shop")
    let log = try folder.write(
      """
      ==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55d0c4a203eb bp 0x7ffc sp 0x7ffc
      READ of size 4 at 0x602000000010 thread T0
          #0 0x55d0c4a203ea  (\(program)+0x13ea)
          #1 0x55d0c4a20428  (\(program)+0x1428)
          #2 0x7f036c965249 in __libc_start_call_main csu/../sysdeps/nptl/libc_start_call_main.h:58:16

      """, to: "asan.txt")
    let run = try Symbolicate.run([log])
    #expect(run.stdout.contains("#0 0x55d0c4a203ea shop::run(int)") && run.stdout.contains("(main.cpp:57)"), "\(run.stdout)")
    #expect(
      run.stdout.contains("(main.cpp:76)") && run.stderr.contains("2 of 2 frames of app images resolved\n"), "\(run.stderr)")
    #expect(run.stderr.contains("matched \(program) by name") && !run.stderr.contains("no debug file can be matched"))
    let brief = try Symbolicate.run([log, "-f", "brief"]).stdout
    #expect(brief.contains("What: AddressSanitizer, at 0x602000000010, heap-use-after-free\n"), "\(brief)")
    #expect(brief.contains("Where: shop::run() at main.cpp:57 in shop;") && brief.contains("\nCause: "))
    let page = try Symbolicate.run([log, "-f", "markdown"]).stdout
    #expect(page.hasPrefix("## heap-use-after-free (AddressSanitizer) in shop\n"), "\(page)")
    #expect(page.contains("**Call Stack 0**: READ of size 4 at 0x602000000010 thread T0\n") && page.contains("2  ???"))
  }

  /// Functions whose source a sanitizer or debugger prints have no image, but are the app's; those of the C library are not.
  @Test(arguments: [
    ("a.cpp:3:4: runtime error: shift exponent 40 is too large", "f() at a.cpp:3"),
    (
      "==7==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 4 byte(s) in 1 object(s) allocated from:",
      "f() at a.cpp:3"
    ),
  ]) func sourcesWithoutImagesAreTheApps(head: String, place: String) throws {
    let text = """
      \(head)
          #0 0x55cf04a92824 in malloc /home/build/llvm-project/compiler-rt/lib/asan/asan_malloc_linux.cpp:67:3
          #1 0x55cf04ad3a0d in f() /src/a.cpp:3:4
          #2 0x55cf04ad411a in main /src/a.cpp:9:1
          #3 0x7f29f8965249 in __libc_start_call_main csu/../sysdeps/nptl/libc_start_call_main.h:58:16

      """
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(text.utf8)).stdout
    #expect(brief.contains("Where: \(place); the call stack of the text\n"), "\(brief)")
  }

  /// A handler of signals that prints the stack is above the C library's frame for signals.
  @Test func handlersOfSignalsAreNotBlamed() throws {
    let text = """
      ./shop(handler+0x1f)[0x5600764f5e6f]
      /lib/x86_64-linux-gnu/libc.so.6(+0x3c050)[0x7fa5bfa5a050]
      ./shop(pay+0x16)[0x5600764f6206]
      ./shop(main+0x5b)[0x5600764f5c5b]

      """
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(text.utf8)).stdout
    #expect(brief.contains("Where: pay in shop;"), "\(brief)")
  }

  @Test func theCompilersHandlersAreNotBlamed() throws {
    let text = """
      Stack dump:
      0.\tProgram arguments: /opt/llvm/clang -c a.c
       #0 0x0000558761b75fb8 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/opt/llvm/clang+0x27c9fb8)
       #1 0x0000558761b73aa5 llvm::sys::RunSignalHandlers() (/opt/llvm/clang+0x27c7aa5)
       #2 0x0000558761ae8f09 SignalHandler(int, siginfo_t*, void*) Signals.cpp:0:0
       #3 0x0000558764bd49d0 clang::Preprocessor::HandlePragmaDirective(clang::PragmaIntroducer) (/opt/llvm/clang+0x58289d0)

      """
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(text.utf8)).stdout
    #expect(brief.hasPrefix("clang: crash\n") && brief.contains("Where: clang::Preprocessor::HandlePragmaDirective() in clang;"))
  }

  /// LLDB prints names of images alone; those with lines are the app's.
  @Test func backtracesOfLLDBSayWhatIsMissing() throws {
    let text = """
      * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)
        * frame #0: 0x0000000100003f5c Kiosk`pay at main.swift:3:1
          frame #1: 0x000000019b0e7f28 dyld`start + 2236

      """
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(text.utf8))
    #expect(brief.stdout.contains("What: EXC_BAD_ACCESS, code=1, address=0x0\n"), "\(brief.stdout)")
    #expect(brief.stderr.contains("1 of 1 frame of app images resolved\n"), "\(brief.stderr)")
    let inspected = try Symbolicate.run(["inspect", "-"], input: Array(text.utf8)).stdout
    #expect(inspected.contains("1 image of the app has frames\n"))
    #expect(
      inspected.contains("  missing  Kiosk no ID the report gives only the name; use --image Kiosk=LOADADDR,ID\n"), "\(inspected)"
    )
  }

  /// The event that a log line reports is that of its process.
  @Test func theProcessOfALogLineIsTheApp() throws {
    let path = FixtureFolder.path("Reports/console/first-throw/console.log")
    let run = try Symbolicate.run(["summarize", path])
    #expect(run.stdout.contains("shop/1:") && !run.stdout.contains("?/1:") && run.stdout.contains("2026-11-20"), "\(run.stdout)")
  }

  // MARK: Rows of Crashlytics

  private static let row = """
    {"platform":"IOS","bundle_identifier":"com.example.kiosk","event_id":"65fa0001","is_fatal":"true",\
    "event_timestamp":"2024-06-22 02:09:07.000000 UTC","device":{"model":"iPhone14,5","architecture":"ARM64"},\
    "operating_system":{"display_version":"17.5.1","name":"iOS"},\
    "application":{"build_version":"1187","display_version":"4.2.0"},\
    "exceptions":[{"type":"NSRangeException","exception_message":"index 5 beyond bounds","blamed":"true","frames":[\
    {"line":"0","file":"","symbol":"__exceptionPreprocess","offset":"540448","address":"6711894816","library":"CoreFoundation",\
    "owner":"SYSTEM"},{"line":"40","file":"Basket.m","symbol":"-[Basket tapped:]","offset":"16672","address":"4368318752",\
    "library":"Kiosk","owner":"DEVELOPER"}]}],\
    "threads":[{"crashed":"true","thread_name":"","queue_name":"com.apple.main-thread","signal_name":"SIGABRT","frames":[\
    {"line":"0","file":"","symbol":"__pthread_kill","offset":"46280","address":"7513098440","library":"libsystem_kernel.dylib",\
    "owner":"SYSTEM"}]}],"logs":[{"timestamp":"2024-06-22 02:09:06 UTC","message":"tapped"}]}
    """

  /// Rows have threads and a platform, as Swift's backtraces do, whose frames have kinds.
  @Test func aRowOfCrashlyticsIsRead() throws {
    let object = try SampleText.object(Self.row)
    #expect(object["format"] as? String == "json" && object["time"] as? String == "2024-06-22 02:09:07.000000 UTC")
    let process = try #require(object["process"] as? [String: Any])
    #expect(process["version"] as? String == "4.2.0" && process["build"] as? String == "1187")
    #expect((object["os"] as? [String: Any])?["version"] as? String == "17.5.1")
    let exception = try #require(object["exception"] as? [String: Any])
    #expect(exception["name"] as? String == "NSRangeException" && exception["signal"] as? String == "SIGABRT")
    let threads = try #require(object["threads"] as? [[String: Any]])
    #expect(threads.count == 1 && threads[0]["crashed"] as? Bool == true)
    let stack = try #require((object["backtraces"] as? [[String: Any]])?.first)
    let reported = (stack["frames"] as? [[String: Any]])?.last?["reported"] as? [String: Any]
    #expect(stack["kind"] as? String == "lastException" && reported?["line"] as? Int == 40)
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(Self.row.utf8)).stdout
    #expect(brief.contains("Where: -[Basket tapped:] at Basket.m:40 in Kiosk; the stack of the exception\n"), "\(brief)")
  }

  @Test func anEventOfCrashlyticsIsRead() throws {
    let event = """
      {"events":[{"platform":"IOS","bundleOrPackage":"com.example.kiosk","eventTime":"2024-06-22T02:09:07Z",\
      "version":{"displayVersion":"4.2.0","buildVersion":"1187"},"operatingSystem":{"displayVersion":"17.5.1","os":"iOS"},\
      "exceptions":{"exceptions":[{"type":"NSRangeException","exceptionMessage":"boom","frames":[{"line":"40","file":"Basket.m",\
      "symbol":"-[Basket tapped:]","offset":"16672","address":"4368318752","library":"Kiosk","owner":"DEVELOPER"}]}]},\
      "threads":{"threads":[{"crashed":true,"queue":"com.apple.main-thread","signal":"SIGABRT","frames":[{"symbol":"",\
      "offset":"17768","address":"4368319848","library":"Kiosk","owner":"DEVELOPER"}]}]}}]}
      """
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(event.utf8)).stdout
    #expect(brief.hasPrefix("com.example.kiosk 4.2.0 (1187) on iOS 17.5.1: exc:NSRangeException\n"), "\(brief)")
    #expect(brief.contains("What: SIGABRT, NSRangeException\nMessage: boom\n") && brief.contains("2024-06-22T02:09:07Z\n"))
  }
}
