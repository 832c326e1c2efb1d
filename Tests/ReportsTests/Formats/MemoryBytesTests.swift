import CrashModel
import Reports
import SymbolModel
import Testing

/// Code around the program counter, and other memory that reports contain.
struct MemoryBytesTests {
  private func memory(_ text: String) throws -> [MemoryBytes] {
    try ReportDocument(reading: Array(text.utf8)).reports[0].memoryBytes
  }

  private func ips(_ thread: String, _ more: String) -> String {
    #"{"bug_type":"309","app_name":"Shop"}"# + "\n"
      + #"{"procName":"Shop","usedImages":[],"threads":[{"triggered":true,"threadState":{"pc":{"value":16384}},"frames":[]\#(thread)}]\#(more)}"#
  }

  @Test func bytesBeforeAndAtTheCounter() throws {
    let text = ips("", #","instructionByteStream":{"beforePC":"AQID","atPC":"BAU="}"#)
    #expect(try memory(text) == [MemoryBytes(address: RuntimeAddress(16_381), bytes: [1, 2, 3, 4, 5])])
  }

  @Test func bytesOfIntelProcessors() throws {
    let text = ips(#","instructionState":{"instructionStream":{"bytes":[1,2,3],"offset":2}}"#, "")
    #expect(try memory(text) == [MemoryBytes(address: RuntimeAddress(16_382), bytes: [1, 2, 3])])
  }

  @Test(arguments: [
    #","instructionByteStream":{"beforePC":"!","atPC":"?"}"#, #","instructionByteStream":{"atPC":""}"#,
    #","instructionByteStream":7"#,
  ])
  func damagedBytesAreLeftOut(_ stream: String) throws {
    #expect(try memory(ips("", stream)).isEmpty)
  }

  @Test func instructionStreamOfAppleText() throws {
    let text = """
      Process:               Shop [1]
      Identifier:            com.example.shop
      Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
      Crashed Thread:        0

      Thread 0 Crashed:
      0   Shop                          	0x000000010e30fe1c 0x10e30e000 + 7708

      Thread 0 crashed with X86 Thread State (64-bit):
        rax: 0x0000000000000000  rbx: 0x0000000000000001
        rip: 0x000000010e30fe1c  rfl: 0x0000000000010246

      Thread 0 instruction stream:
        48 83 c4 08 5b 5d ff 25-bf 01 00 00 55 48 89 e5  H...[].%....UH..
       [c7]04 25 01 00 00 00 00-00 00 00 5d c3 55 48 89  ..%........].UH.	<==

      Binary Images:
             0x10e30e000 -        0x10e311fff Shop (*) <01d2a9d5-1f8a-35c8-9228-7c7cca13c5fc> /Users/USER/Shop
      """
    let found = try #require(try memory(text + "\n").first)
    #expect(found.address == RuntimeAddress(0x1_0e30_fe0c))
    #expect(found.bytes.count == 32)
    #expect(found.bytes[16] == 0xc7)
  }

  @Test func capturedMemoryOfSwift() throws {
    let text =
      #"{"timestamp":"t","kind":"crashReport","description":"Bad pointer dereference","threads":[{"crashed":true,"registers":{},"frames":[{"kind":"programCounter","address":"0x1000"}]}],"capturedMemory":{"0x1000":"0f0b","0x2000":"xy"},"images":[]}"#
    #expect(try memory(text) == [MemoryBytes(address: RuntimeAddress(0x1000), bytes: [0x0f, 0x0b])])
  }
}
