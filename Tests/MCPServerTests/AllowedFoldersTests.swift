import Foundation
import TestSupport
import Testing

@testable import MCPServer

/// Which files the server reads.
@Suite struct AllowedFoldersTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("in", to: "open/in.txt")
    try folder.write("in", to: "open/deep/in.txt")
    try folder.write("out", to: "secret/out.txt")
    try folder.write("out", to: "opening/out.txt")
    let links = [("open/leads-out", "../secret/out.txt"), ("open/leads-in", "deep/in.txt"), ("open/loop", "loop")]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: target)
    }
  }

  @Test(arguments: ["in.txt", "deep/in.txt", "./deep/../in.txt", "leads-in", "deep"]) func whatIsInsideIsRead(path: String) throws
  {
    let folders = AllowedFolders([folder.path + "/open"])
    let real = try folders.resolve(path)
    #expect(try folders.resolve(real) == real && folders.permits(real))
  }

  /// A file that exists outside and one that does not exist are refused in the same words.
  @Test(arguments: [
    "", "../secret/out.txt", "leads-out", "loop", "nowhere", "../opening/out.txt", "in.txt\0", "deep/../../secret/out.txt",
  ]) func whatIsOutsideIsRefused(path: String) throws {
    let folders = AllowedFolders([folder.path + "/open"])
    for name in [path, folder.path + "/open/" + path] where !(path.isEmpty && name != path) {
      do {
        let real = try folders.resolve(name)
        Issue.record("\(name) is \(real)")
      } catch {
        #expect(
          (error as? AllowedFolders.Refusal)?.reason.hasPrefix("\(name): no such file in the allowed directories: ") == true)
      }
    }
    #expect(!folders.permits(folder.path + "/secret/out.txt") && !folders.permits(folder.path + "/opening/out.txt"))
  }

  @Test func aFolderThatDoesNotExistAllowsNothing() {
    let folders = AllowedFolders([folder.path + "/nowhere"])
    #expect(folders.roots.isEmpty && !folders.contains("/") && !folders.permits("/etc/passwd"))
  }
}
