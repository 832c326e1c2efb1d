import Foundation
import TestSupport
import Testing

/// On a file system that ignores case, another spelling of an input's name is the input.
@Suite struct CaseCollisionTests {
  @Test(.ignoresCase) func anInputIsNotReplacedUnderAnotherSpelling() throws {
    let folder = try TemporaryFolder()
    let (image, mount) = (folder.path + "/image", folder.path + "/mount")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
    _ = try ToolRun.of("/usr/sbin/mkfs.vfat", ["-C", image, "2048"])
    _ = try ToolRun.of("/usr/bin/fusefat", ["-o", "rw+", image, mount])
    defer { _ = try? ToolRun.of("/usr/bin/fusermount", ["-u", mount]) }
    let report = try Data(contentsOf: URL(fileURLWithPath: OutputCollisionTests.report))
    try report.write(to: URL(fileURLWithPath: mount + "/Shop.ips"))
    let run = try Symbolicate.run(["Shop.ips", "-f", "json", "-o", "SHOP.IPS"], directory: mount)
    #expect(run.stderr.contains("SHOP.IPS: not written: the output is the input file"), "\(run.stderr)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: mount) == ["Shop.ips"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: mount + "/Shop.ips")) == report)
    let another = try Symbolicate.run(["Shop.ips", "-f", "json", "-o", "Shop.json"], directory: mount)
    let names = try FileManager.default.contentsOfDirectory(atPath: mount).sorted()
    #expect(names == ["Shop.ips", "Shop.json"], "\(another.stderr)")
  }
}
