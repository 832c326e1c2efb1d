import Foundation
import TestSupport
import Testing

/// Call stacks of programs of this machine. A program prints its call stack with glibc, and its file is given with `-s`.
@Suite struct OwnProgramTests {
  /// What the functions of `execinfo.h` print: `backtrace_symbols` puts a blank before the address, `backtrace_symbols_fd` none.
  private static func stack(of path: String, blank: String) -> String {
    [0x158b, 0x15f9, 0x18c2, 0x1506, 0x116c].map { offset in
      "\(path)(+0x\(String(offset, radix: 16)))\(blank)[0x\(String(0x55d0_c4a1_f000 + offset, radix: 16))]\n"
    }.joined()
  }

  @Test(arguments: ["", " "], ["shop", "copies/shop"])
  func theFileAtThePathOfTheProgramAndItsCopyAreUsed(blank: String, symbols: String) throws {
    let folder = try TemporaryFolder()
    let program = try FixtureFolder.bytes("Binaries/elf/out/gcc-dwarf5/shop")
    let path = try folder.write(program, to: "shop")
    _ = try folder.write(program, to: "copies/shop")
    for printed in [path, "./shop"] {
      let log = Self.stack(of: printed, blank: blank)
      let run = try Symbolicate.run(["-", "-s", symbols], input: Array(log.utf8), directory: folder.path)
      #expect(run.stdout.contains("] ledger_commit + 18 (ledger.c:22)\n"), "\(run.stdout)")
      #expect(run.stderr.contains("the report neither confirms nor contradicts it\n"), "\(run.stderr)")
      #expect(run.stderr.contains("5 of 5 frames of app images resolved"), "\(run.stderr)")
    }
  }

  /// systemd prints `n/a` for an address in no module, also above one of which no size is known.
  @Test func anAddressInNoModuleOfACoreDumpIsInNoImage() throws {
    let journal = String(decoding: try FixtureFolder.bytes("Reports/systemd-coredump/journal/journal.log"), as: UTF8.self)
    let text = journal.replacing("0x00007f30b8c891c4 n/a (libc.so.6 + 0x891c4)", with: "0x00007f30b8c891c4 n/a (n/a + 0x0)")
    let frames = try #require((try SampleText.object(text)["threads"] as? [[String: Any]])?.last?["frames"] as? [[String: Any]])
    #expect(frames.map { $0["image"] as? Int } == [2, 0, nil])
  }

  @Test func aFileOfThisMachineIsNotUsedForItsPathAlone() throws {
    let libc = "/usr/lib/x86_64-linux-gnu/libc.so.6"
    let stack = "Stack dump:\n#0 0x00007184cdabd330 (\(libc)+0x45330)\n#1 0x00007184cdabd400 (\(libc)+0x45400)\n"
    let run = try Symbolicate.run(["-v", "-"], input: Array(stack.utf8))
    #expect(run.stdout == stack)
    #expect(!run.stderr.contains("matched /"), "\(run.stderr)")
    #expect(run.stderr.contains("no image of the report has an ID, so no debug file can be matched"))
    let folder = try TemporaryFolder()
    let tool = try folder.write([UInt8](Data(contentsOf: URL(fileURLWithPath: "/bin/cat"))), to: "shop")
    let own = "#0 0x000055d0c1a3b0c8 (\(tool)+0x10c8)\n#1 0x000055d0c1a3b1c8 (\(tool)+0x11c8)\n"
    let other = try Symbolicate.run(["-"], input: Array(own.utf8))
    #expect(other.stdout == own)
    #expect(
      other.stderr.contains(
        "the report has no ID for shop, and nothing shows that it ran \(tool) of this machine; use --image shop=\(tool)"),
      "\(other.stderr)")
  }
}
