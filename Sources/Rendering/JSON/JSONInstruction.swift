import Bytes
import CrashModel
import JSONText

/// Writes the instruction at which a thread crashed.
enum JSONInstruction {
  /// Writes the keys, without the braces.
  static func write(_ instruction: FaultInstruction, to writer: inout JSONWriter) {
    writer.member("text", instruction.text)
    writer.member("bytes", instruction.bytes.isEmpty ? nil : hexadecimal(instruction.bytes))
    writer.member("source", instruction.source?.rawValue)
    writer.member("access", instruction.access)
    writer.member("size", instruction.size)
    if let base = instruction.base { writer.object("base") { write(base, to: &$0) } }
    if let index = instruction.index {
      writer.object("index") { writer in
        write(index, to: &writer)
        writer.member("name", instruction.indexName)
        writer.member("scale", instruction.scale)
      }
    }
    if let bound = instruction.bound {
      writer.object("bound") { writer in
        writer.member("register", bound.register)
        writer.hexMember("value", bound.value)
        writer.member("name", bound.name)
      }
    }
    writer.member("offset", instruction.offset)
    writer.hexMember("address", instruction.address)
    writer.member("explains", instruction.explains)
    writer.member("finding", instruction.finding == .none ? nil : instruction.finding.rawValue)
    writer.member("pointer", instruction.pointer)
    if instruction.isResult { writer.member("isResult", true) }
    writer.hexMember("pointerValue", instruction.pointerValue)
    writer.member("member", instruction.member)
    writer.member("memberOffset", instruction.memberOffset)
    writer.member("certainty", instruction.certainty?.rawValue)
    writer.member("reason", instruction.reason)
    writer.member("sentence", instruction.sentence)
  }

  private static func write(_ operand: FaultInstruction.Operand, to writer: inout JSONWriter) {
    writer.member("register", operand.register)
    writer.hexMember("value", operand.value)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [HexDigits.digit($0 >> 4), HexDigits.digit($0 & 15)] }, as: UTF8.self)
  }
}
