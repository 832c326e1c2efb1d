import TestSupport
import Testing

/// What users see of Android's tombstones beside the goldens.
@Suite struct TombstoneTests {
  static let text = FixtureFolder.path("Reports/tombstone/file/tombstone_00")
  static let logcat = FixtureFolder.path("Reports/tombstone/logcat/logcat.txt")

  @Test func onlyTheCrashedThreadStays() throws {
    let whole = try Symbolicate.run([Self.text, "-q"]).stdout
    let crashed = try Symbolicate.run([Self.text, "-q", "--only-crashed"]).stdout
    let start = try #require(whole.range(of: "--- --- ---"))
    let end = try #require(whole.range(of: "--------- log main"))
    #expect(crashed == whole[..<start.lowerBound] + whole[end.lowerBound...], "\(crashed)")
    #expect(crashed.contains("tid: 3608") && crashed.contains("memory map") && !crashed.contains("tid: 3611"))
    #expect(try Symbolicate.run(["-", "-q", "--only-crashed"], input: Array(crashed.utf8)).stdout == crashed)
  }

  @Test func theRowsOfOtherThreadsLeaveATableOfBreakpad() throws {
    let table = FixtureFolder.path("Reports/minidump/table/Shop.out")
    let whole = try Symbolicate.run([table, "-q"]).stdout
    let crashed = try Symbolicate.run([table, "-q", "--only-crashed"]).stdout
    #expect(crashed.split(separator: "\n") == whole.split(separator: "\n").filter { !$0.hasPrefix("1|") })
  }

  /// The first fields of debuggerd/proto/tombstone.proto: processor, fingerprint, revision, time, process.
  static let binary: [UInt8] =
    [0x08, 1, 0x12, 68] + Array("google/bluejay/bluejay:16/BP3A.250905.014/13873947:user/release-keys".utf8) + [0x1a, 5]
    + Array("MP1.0".utf8) + [0x22, 4] + Array("2025".utf8) + [0x28, 0x83, 0xab, 1, 0x30, 0xa6, 0xab, 1]

  @Test(arguments: [binary, Array(binary.dropFirst(2))], [true, false])
  func theBinaryFormIsAnsweredWithAdvice(bytes: [UInt8], isCompressed: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      isCompressed ? ArchiveFile.gzip(bytes) : bytes, to: isCompressed ? "tombstone_00.pb.gz" : "tombstone_00.pb")
    let run = try Symbolicate.run([path])
    #expect(run.status == 1 && run.stderr.contains("an Android tombstone in its binary form; its text is in the file beside it"))
    for count in 0..<bytes.count {
      #expect(try count % 9 > 0 || Symbolicate.run(["-"], input: Array(bytes.prefix(count))).status == 1)
    }
  }
}
