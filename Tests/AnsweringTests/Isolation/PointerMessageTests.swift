import DWARF
import SymbolModel
import Testing

@testable import Answering

/// Questions for variables, and their answers, between the two processes.
struct PointerMessageTests {
  static let questions = [
    PointerQuestion(instruction: LinkAddress(0x1000), place: .register(5), offsets: []),
    PointerQuestion(
      instruction: LinkAddress(0x2000), place: .memory(register: 7, offset: -24), offsets: [8, -16],
      index: PointerQuestion.Index(step: 1, stride: 24, name: "place[n]")),
    PointerQuestion(instruction: LinkAddress(.max), place: .address(0x4010), offsets: [0], wantsConstant: true),
  ]

  @Test func questions() throws {
    var request = ResolverRequest(files: [], buildsIndex: false, names: .short, addresses: [])
    request.pointers = Self.questions
    let read = try ResolverRequest(reading: Array(request.message.dropFirst(4)))
    #expect(read.pointers == Self.questions)
  }

  /// Every cut is rejected, or says less; none is read past its end.
  @Test func cutQuestions() {
    var request = ResolverRequest(files: [], buildsIndex: false, names: .short, addresses: [])
    request.pointers = Self.questions
    let message = Array(request.message.dropFirst(4))
    for count in message.indices {
      #expect(throws: MessageReader.Malformed.self) { try ResolverRequest(reading: Array(message.prefix(count))) }
    }
  }

  @Test func answers() throws {
    var reply = ResolverReply()
    reply.pointers = [
      nil, PointerAnswer(expression: "cart->owner", member: "price.cents", access: "cart->owner->price.cents"),
      PointerAnswer(expression: "items"),
    ]
    let read = try ResolverReply(reading: Array(reply.message.dropFirst(4)))
    #expect(read.pointers == reply.pointers)
  }
}
