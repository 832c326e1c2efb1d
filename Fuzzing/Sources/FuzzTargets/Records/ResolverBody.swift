import DWARF
import DebugInfo
import SymbolModel

@testable import Answering

/// The messages of the process that reads debug files, which may have been taken over.
enum ResolverBody {
  /// A request, and an answer.
  static var seeds: [[UInt8]] {
    var request = ResolverRequest(
      files: [.init(path: "/a/Shop", offset: 0)], buildsIndex: false, names: .short, addresses: [LinkAddress(1), LinkAddress(2)])
    request.pointers = [
      PointerQuestion(
        instruction: LinkAddress(4), place: .memory(register: 6, offset: -8), offsets: [8],
        index: .init(step: 0, stride: 8, name: "i"), wantsConstant: true)
    ]
    var reply = ResolverReply()
    var frame = SourceFrame(function: "f")
    (frame.file, frame.line, frame.linkageName) = ("a.c", 3, "_Z1fv")
    reply.answers = [
      nil, ResolvedAddress(basis: .debugInformation, sources: [frame], functionStart: LinkAddress(1), isNamed: true),
    ]
    reply.problems = [DebugFileProblem(path: "x", kind: .damaged("cut off")), DebugFileProblem(path: "x", kind: .hiddenNames)]
    reply.pointers = [PointerAnswer(expression: "a->b", member: "c"), nil]
    return [request.message, reply.message].map { Array($0.dropFirst(4)) }
  }

  /// What is read is written, and read again, unchanged.
  @Sendable static func make() -> FuzzTarget.Body {
    { bytes in
      if let request = try? ResolverRequest(reading: bytes) {
        let again = try? ResolverRequest(reading: Array(request.message.dropFirst(4)))
        try expect(again == request, "a request changes when it is written and read")
      }
      if let reply = try? ResolverReply(reading: bytes) {
        let again = try? ResolverReply(reading: Array(reply.message.dropFirst(4)))
        try expect(
          again?.answers == reply.answers && again?.problems == reply.problems && again?.pointers == reply.pointers,
          "an answer changes when it is written and read")
      }
    }
  }
}
