import Dispatch
import Foundation
import ObjectFiles
import SymbolModel
import Synchronization
import System
import TestSupport
import Testing

@testable import DebugInfo

/// Files that lose pages while images answer.
@Suite struct PageLossTests {
  /// Returns the image of a fixture and addresses all over its code.
  private static func image(of path: String) throws -> (image: DebugImage, addresses: [LinkAddress]) {
    let files = try ObjectFile.load(path: path)
    let code = try #require(files[0].sections.first { $0.name == ".text" })
    let addresses = stride(from: 0, to: code.size, by: 16).map { LinkAddress(code.address.value + $0) }
    return (DebugImage(files: files), addresses)
  }

  /// Another thread's loss of pages of another file is no reason to give up.
  @Test func lossesOfOtherFilesDoNotMatter() throws {
    FileFaults.survive()
    let path = FixtureFolder.path("Binaries/elf/out/zstd/shop")
    let folder = try TemporaryFolder()
    let other = try folder.write([UInt8](repeating: 7, count: 1 << 22), to: "other")
    let lost = try MappedMemory(path: other)
    try #require(FileHandle(forWritingAtPath: other)).truncate(atOffset: 0)
    let failures = Mutex<[String]>([])
    let isDone = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      if side == 0 {
        let sum = stride(from: 0, to: lost.region.count, by: 4096).reduce(0) { $0 + Int(unsafe lost.region[$1]) }
        failures.withLock { if sum > 0 { $0.append("lost pages are not zeros") } }
        isDone.store(true, ordering: .relaxed)
        return
      }
      do {
        let (image, addresses) = try Self.image(of: path)
        repeat {
          let answers = image.resolve(addresses)
          failures.withLock { if answers.allSatisfy({ $0 == nil }) { $0.append(image.failure ?? "no answers") } }
        } while !isDone.load(ordering: .relaxed)
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [] && lost.hasChanged)
  }

  /// The losses of the files that complete an image's own: a package of split units, and the alternate file of dwz.
  @Test(arguments: ["dwp/shop.dwp", "dwz/shop-common.debug"])
  func lossesOfCompanionsAreNoticed(path: String) throws {
    FileFaults.survive()
    let folder = try TemporaryFolder()
    let (source, companion) = (Path.parent(of: path), Path.lastComponent(of: path))
    for name in ["shop", companion] { try folder.copy(FixtureFolder.path("Binaries/elf/out/\(source)/\(name)"), to: name) }
    let (image, addresses) = try Self.image(of: folder.path + "/shop")
    #expect(image.failure == nil)
    try #require(FileHandle(forWritingAtPath: folder.path + "/" + companion)).truncate(atOffset: 0)
    let answers = image.resolve(addresses)
    #expect(image.failure == IndexBuilder.changed && answers.allSatisfy { $0 == nil })
  }
}
