import TestSupport
import Testing

@testable import Jobs

@Suite struct InputListTests {
  @Test func foldersAreListedInOrderWithoutBundlesAndTheOutput() throws {
    let folder = try TemporaryFolder()
    for name in ["b/2.ips.synced", "a.crash", "b/1.ips", "out/x.txt", "Shop.dSYM/Contents/Info.plist"] {
      try folder.write("x", to: name)
    }
    let list = InputList([folder.path], excluding: folder.path + "/out")
    #expect(list.inputs.map(\.outputName) == ["a.crash", "b/1.ips", "b/2.ips.synced"])
    #expect(list.inputs.allSatisfy { !$0.isNamed } && list.hasFolder && list.failures.isEmpty)
  }

  @Test func severalFoldersKeepTheirNamesApart() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "one/a.ips")
    try folder.write("x", to: "two/a.ips")
    let list = InputList([folder.path + "/one", folder.path + "/two", "-"], excluding: nil)
    #expect(list.inputs.map(\.outputName) == ["one/a.ips", "two/a.ips", "stdin"])
    #expect(list.inputs.map(\.folder) == [folder.path + "/one", folder.path + "/two", nil])
  }
}
