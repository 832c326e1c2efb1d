import CrashModel
import Reports
import SymbolModel
import Testing

/// The memory that KSCrash's reports have: the stack dump, and strings that registers and the stack lead to.
@Suite struct KSCrashMemoryTests {
  private func memory(_ more: String) throws -> [MemoryBytes] {
    let image =
      #"{"image_addr":4294967296,"image_size":65536,"name":"/Shop.app/Shop","uuid":"DFBF7BE2-4616-3213-8910-B341DA781E25","#
      + #""cpu_type":16777228,"cpu_subtype":0}"#
    let thread =
      #"{"index":0,"crashed":true,"backtrace":{"skipped":0,"contents":[{"instruction_addr":4294967312}]},\#(more)}"#
    let text =
      #"{"report":{"id":"x","version":"3.9.0"},"binary_images":[\#(image)],"system":{"process_name":"Shop"},"#
      + #""crash":{"threads":[\#(thread)]}}"#
    return try ReportDocument(reading: Array(text.utf8)).reports[0].dataBytes
  }

  @Test func theStackAndStrings() throws {
    let found = try memory(
      #""stack":{"dump_start":28672,"dump_end":28676,"contents":"01FF7a00"},"notable_addresses":{"x0":"#
        + #"{"address":40960,"type":"string","value":"plum"},"x1":{"address":45056,"type":"unknown"}}"#)
    #expect(
      found == [
        MemoryBytes(address: RuntimeAddress(28672), bytes: [1, 0xff, 0x7a, 0]),
        MemoryBytes(address: RuntimeAddress(40960), bytes: Array("plum".utf8) + [0]),
      ])
  }

  /// Texts that `--redact` has masked.
  @Test func partsOfTheStack() throws {
    let found = try memory(#""stack":{"dump_start":28672,"contents":"01FFxxxx7a00xx"}"#)
    #expect(
      found == [
        MemoryBytes(address: RuntimeAddress(28672), bytes: [1, 0xff]),
        MemoryBytes(address: RuntimeAddress(28676), bytes: [0x7a, 0]),
      ])
  }

  @Test(arguments: [
    #""stack":{"dump_start":28672,"contents":"01Fx"}"#, #""stack":{"dump_start":28672,"contents":"01F"}"#,
    #""stack":{"dump_start":28672,"contents":"zz"}"#,
    #""stack":{"contents":"0102"}"#, #""stack":7,"notable_addresses":[1]"#,
    #""notable_addresses":{"x0":{"address":-1,"type":"string","value":""}}"#, #""stack":{"dump_start":1,"error":"none"}"#,
  ])
  func damage(_ more: String) throws { #expect(try memory(more).isEmpty) }
}
