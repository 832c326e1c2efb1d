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
}
