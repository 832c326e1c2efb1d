import Bytes
import CrashModel
import JSONText
import SymbolModel

extension KSCrashReader {
  /// The most bytes of a stack that are read; KSCrash writes 240.
  private static let maxStack = 1 << 16

  /// Reads the memory around the stack pointer of the crashed thread, and the C strings that its registers and stack lead to.
  mutating func readMemory() {
    let crash = main["crash"]
    guard let crashed = crash?["threads"]?.elements.first(where: { $0["crashed"]?.bool == true }) ?? crash?["crashed_thread"]
    else {
      return
    }
    if let stack = crashed["stack"], let start = stack["dump_start"]?.address, let digits = stack["contents"]?.string,
      digits.utf8.count <= 2 * Self.maxStack
    {
      report.dataBytes += EncodedBytes.memory(digits, at: start)
    }
    for (_, value) in (crashed["notable_addresses"]?.members ?? .none).prefix(64) where value["type"]?.string == "string" {
      guard let address = value["address"]?.address, let text = value["value"]?.string, !text.isEmpty else { continue }
      report.dataBytes.append(MemoryBytes(address: RuntimeAddress(address), bytes: Array(text.utf8) + [0]))
    }
  }
}
