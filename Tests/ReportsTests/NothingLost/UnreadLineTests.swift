import CrashModel
import Reports
import Testing

/// Lines above the call stacks that no rule reads are other information, in every text format that has a header.
@Suite struct UnreadLineTests {
  private static func report(_ text: String) throws -> CrashReport {
    try #require(try ReportDocument(reading: Array(text.utf8)).reports.first)
  }

  private static func other(_ report: CrashReport) -> [String] {
    report.other.map { value in
      guard case .text(let text) = value.value else { return value.path }
      return "\(value.path)=\(text)"
    }
  }

  @Test func linesOfCrashlyticsAreKept() throws {
    let text = """
      # Crashlytics - plaintext stacktrace downloaded by A. User at Mon, 05 Jan 2026 12:00:00 GMT
      # URL: https://console.firebase.google.com/project/shop/crashlytics/app/ios:com.example.shop/issues/1
      # Platform: ios
      # Bundle Identifier: com.example.shop
      # Jailbroken: false

      Happened while paying
      Crashed: com.apple.main-thread
      EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x0000000000000010
      0  libobjc.A.dylib                0x2a6c objc_msgSend
      1  Shop                           0x1234 Cart.pay() + 31 (Cart.swift:31)

      com.example.worker
      0  libsystem_kernel.dylib         0x1aac __psynch_cvwait

      """
    let report = try Self.report(text)
    #expect(report.format == .crashlytics && report.threads.count == 2)
    #expect(
      Self.other(report) == [
        "URL=https://console.firebase.google.com/project/shop/crashlytics/app/ios:com.example.shop/issues/1", "Jailbroken=false",
        "line 7=Happened while paying",
      ])
  }

  @Test func linesOfADebuggersSessionAreKeptAndThoseOfALogAreNot() throws {
    let stack = """
      * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x10)
        * frame #0: 0x0000000100003f5c Shop`pick at Basket.swift:12:9
          frame #1: 0x000000019b0e7f28 dyld`start + 2236

      """
    let session = "(lldb) run\nProcess 123 launched: '/tmp/Shop' (arm64)\nShop/Basket.swift:12: no such item\n(lldb) bt\n"
    #expect(
      Self.other(try Self.report(session + stack)) == [
        "line 2=Process 123 launched: '/tmp/Shop' (arm64)", "line 3=Shop/Basket.swift:12: no such item",
      ])
    let log = (0..<100).map { "item \($0) of many\n" }.joined()
    #expect(Self.other(try Self.report(log + stack)) == [])
  }

  @Test func keysOfCoredumpctlAreKept() throws {
    let text = """
                 PID: 3608 (shop)
              Signal: 11 (SEGV)
          Executable: /srv/shop/bin/shop
           Container: web-7
             Message: Process 3608 (shop) of user 1000 dumped core.

                      Module /srv/shop/bin/shop with build-id 2f1fb96784e70a844f6b719b1e3c698685b6b2bd
                      Stack trace of thread 3608:
                      #0  0x000055d0c4a2058b n/a (/srv/shop/bin/shop + 0x158b)
                      #1  0x000055d0c4a205f9 n/a (/srv/shop/bin/shop + 0x15f9)

      """
    let report = try Self.report(text)
    #expect(report.format == .coredump && report.frames.count == 2)
    #expect(Self.other(report) == ["Container=web-7"])
  }

  /// A sentence is no header: "Process: the daemon `kbfs`".
  @Test func namesInProseAreNoProcess() throws {
    let text = """
      Process: the daemon `kbfs` stops answering

      Thread 0 Crashed:
      0   libsystem_kernel.dylib  0x00007fff6c2e7b66 __pthread_kill + 10
      1   Shop                    0x0000000104e12118 0x104e0c000 + 24856

      """
    #expect(try Self.report(text).process.name != "the daemon `kbfs` stops answering")
  }
}
