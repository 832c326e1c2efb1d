import Foundation
import TestSupport
import Testing

/// `symbolicate self-test`.
@Suite struct SelfTestTests {
  @Test func theBuiltInReportGetsItsName() throws {
    let folder = try TemporaryFolder()
    let clock = ContinuousClock()
    let start = clock.now
    let run = try Symbolicate.run(["self-test"], environment: ["HOME": folder.path, "XDG_CACHE_HOME": "/proc/none"])
    #expect(clock.now - start < .seconds(2))
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
    let lines = run.stdout.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("symbolicate ") && lines[0].contains("Swift ") && lines[0].contains("libdw "))
    #expect(lines[2].hasPrefix("self-test    ok: paykit::Gateway::charge(char const*, long) (PayKit.cpp:26) in "))
    for name in ["libarchive", "libcapstone", "libcurl", "libdebuginfod", "git"] {
      #expect(lines.contains { $0.hasPrefix(name) })
    }
    #expect(run.stdout.contains("store        \(folder.path)/.local/share/symbolicate/store (not there yet; can be made)\n"))
    #expect(run.stdout.contains("cache        /proc/none/symbolicate (not there yet; cannot be made: /proc is not writable)\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [], "nothing stays")
  }

  @Test func whatIsMissingIsNamed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "file")
    let run = try Symbolicate.run(
      ["self-test", "--store", file], environment: ["HOME": nil, "XDG_CACHE_HOME": nil, "PATH": "/none", "TMPDIR": "/proc"])
    #expect(run.status == 4 && run.stdout.contains("self-test    failed: /proc/symbolicate-unpacked-"), "\(run.stdout)")
    #expect(run.stdout.contains("git          not found; --git needs it: package git\n"))
    #expect(run.stdout.contains("store        \(file) (not a directory)\n"))
    #expect(run.stdout.contains("cache        none: neither its variable nor a home directory is known\n"))
  }
}
