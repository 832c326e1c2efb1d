import Foundation
import System
import TestSupport
import Testing

/// Mapped files where pages have other sizes: 4 KB on x86_64, 16 or 64 KB on aarch64.
@Suite struct MappedPageTests {
  @Test(arguments: [4_096, 16_384, 65_536], [0, 1, 4_096, 65_535, 200_000]) func contentsAndHead(_ page: Int, _ size: Int) throws
  {
    let folder = try TemporaryFolder()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let path = try folder.write(bytes, to: "file")
    for head in [0, 1, 5_000, 65_536] {
      let memory = try MappedMemory(path: path, headSize: head, page: page)
      #expect(memory.headSize % page == 0 && memory.headSize >= head && memory.headSize < head + page && memory.fileSize == size)
      let contents = unsafe Array(memory.region[memory.headSize...])
      #expect(contents == bytes && (unsafe memory.region[..<memory.headSize].allSatisfy { $0 == 0 }))
      // What is dropped is read again.
      for range in [0..<size, min(1, size)..<size, 0..<(size / 2)] {
        memory.discard(memory.headSize + range.lowerBound..<memory.headSize + range.upperBound)
        let again = unsafe Array(memory.region[memory.headSize...])
        #expect(again == bytes)
      }
    }
  }

  /// The files in /sys are regular ones that cannot be mapped (ENODEV).
  private static let unmappable = "/sys/kernel/mm/transparent_hugepage/enabled"

  /// A failure gives back what it took once only: else two files share what protects each of them from SIGBUS, and memory that another
  /// thread has mapped in the meantime is unmapped.
  @Test(.enabled(if: FileManager.default.isReadableFile(atPath: Self.unmappable), "there is no such file in /sys here"))
  func aFailureGivesBackOnce() throws {
    FileFaults.survive()
    #expect(throws: SystemError.self) { try MappedMemory(path: Self.unmappable) }
    let folder = try TemporaryFolder()
    let paths = try (0..<2).map { try folder.write([UInt8](repeating: 7, count: 8192), to: "file \($0)") }
    let files = try paths.map { try MappedMemory(path: $0) }
    for (path, file) in zip(paths, files) {
      try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 0)
      let byte = unsafe file.region[5000]
      #expect(byte == 0 && file.hasChanged)
    }
  }
}
