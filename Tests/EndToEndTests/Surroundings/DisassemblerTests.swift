import Foundation
import Instructions
import TestSupport
import Testing

/// The program with and without Capstone, which it loads when the first instruction is decoded.
@Suite(.enabled(if: Disassembler.isInstalled, "Capstone is not installed"))
struct DisassemblerTests {
  /// `ldr x3, [x8, #0x30]` with x8 = 0, its bytes in the report.
  static func report(_ name: String) -> String {
    let registers = (0..<29).map { "{\"value\":\($0 == 8 ? 0 : 4096 + $0)}" }.joined(separator: ",")
    return """
      {"app_name":"\(name)","bug_type":"309","os_version":"macOS 14.5 (23F79)"}
      {"pid":7,"procName":"\(name)","cpuType":"ARM-64","captureTime":"2026-01-01 00:00:00.0000 +0000",\
      "osVersion":{"train":"macOS 14.5","build":"23F79"},\
      "exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV","codes":"0x1, 0x30","rawCodes":[1,48],\
      "subtype":"KERN_INVALID_ADDRESS at 0x0000000000000030"},"faultingThread":0,\
      "threads":[{"triggered":true,"id":1,"threadState":{"flavor":"ARM_THREAD_STATE64","x":[\(registers)],"fp":{"value":6100},\
      "lr":{"value":4295000064},"sp":{"value":6000},"pc":{"value":4294983680,"matchesCrashFrame":1},"far":{"value":48}},\
      "frames":[{"imageOffset":16384,"imageIndex":0}]}],\
      "instructionByteStream":{"beforePC":"HyAD1R8gA9U=","atPC":"AxlA+R8gA9U="},\
      "usedImages":[{"source":"P","arch":"arm64","base":4294967296,"size":65536,"name":"\(name)",\
      "path":"/Applications/\(name)","uuid":"11111111-2222-3333-4444-555555555555"}]}
      """
  }

  private func brief(_ environment: [String: String?] = [:]) throws -> ToolRun {
    let folder = try TemporaryFolder()
    let paths = try ["First", "Second"].map { try folder.write(Array(Self.report($0).utf8), to: "\($0).ips") }
    return try Symbolicate.run(paths + ["-f", "brief"], environment: environment, directory: folder.path)
  }

  @Test func theInstructionIsExplained() throws {
    let run = try brief()
    let sentence = "Instruction: ldr x3, [x8, #0x30]: reads 8 bytes at x8 + 0x30; x8 is null"
    #expect(run.stdout.components(separatedBy: sentence).count == 3)
    #expect(!run.stderr.contains("libcapstone"))
  }

  /// Files that are no libraries stand for missing ones.
  @Test func withoutTheLibraryTheRestIsPrinted() throws {
    let libraries = try TemporaryFolder()
    for name in ["libcapstone.so.4", "libcapstone.so.5"] { try libraries.write([], to: name) }
    let (with, without) = (try brief(), try brief(["LD_LIBRARY_PATH": libraries.path]))
    #expect(without.stderr.components(separatedBy: "libcapstone").count == 2, "\(without.stderr)")
    #expect(without.stderr.contains("not installed; instructions at which programs crash are not explained"))
    #expect(without.status == with.status)
    #expect(!without.stdout.contains("Instruction:"))
    #expect(without.stdout.contains("EXC_BAD_ACCESS"))
  }
}
