import SymbolModel
import Testing

@testable import DWARF

/// Location expressions, sound and damaged ones.
struct LocationMachineTests {
  private let state = CapturedState(Self.question, addressSize: 8)

  private static var question: ValueQuestion {
    var question = ValueQuestion(
      instruction: LinkAddress(0x1000), slide: 0x10000,
      registers: [.init(number: 0, name: "rax", value: 0xffff_fff0), .init(number: 7, name: "rsp", value: 0x7000)],
      memory: [.init(address: 0x7000, bytes: [1, 2, 3, 4, 5, 6, 7, 8, 0x10, 0x70, 0, 0, 0, 0, 0, 0, 42, 0, 0, 0])])
    question.stackPointer = 7
    return question
  }

  private func run(_ operations: [LocationOperation], size: Int = 4) -> String {
    var machine = LocationMachine(state, frameBase: .success(0x7010), frameAddress: 0x7020)
    do throws(LocationMachine.Failure) {
      let bytes = VariableBytes(try machine.run(operations), size: size, state)
      let text = bytes.bytes.map { $0.map { String($0) } ?? "?" }.joined(separator: " ")
      return bytes.known == nil ? "\(text) (\(bytes.reason.rawValue))" : "\(text) \(bytes.origins)"
    } catch {
      return error.reason.rawValue
    }
  }

  private func operation(_ code: UInt8, _ first: Int = 0, _ second: Int = 0) -> LocationOperation {
    LocationOperation(code: code, first: UInt64(bitPattern: Int64(first)), second: UInt64(bitPattern: Int64(second)))
  }

  @Test func registersMemoryAndConstants() {
    #expect(run([operation(0x50)]) == "240 255 255 255 [\"rax\"]")
    #expect(run([operation(Operation.regx, 0)], size: 1) == "240 [\"rax\"]")
    #expect(run([operation(0x77, 4)]) == "5 6 7 8 [\"stack\"]")
    #expect(run([operation(Operation.fbreg, 0)]) == "42 0 0 0 [\"stack\"]")
    #expect(
      run([operation(Operation.callFrameCFA), operation(Operation.constu, 16), operation(Operation.minus)])
        == "42 0 0 0 [\"stack\"]")
    #expect(run([operation(0x77, 8), operation(Operation.deref)]) == "42 0 0 0 [\"stack\"]")
    #expect(run([operation(0x3a), operation(Operation.stackValue)]) == "10 0 0 0 [\"constant\"]")
    #expect(run([operation(0x70, 1), operation(Operation.stackValue)]) == "241 255 255 255 [\"rax\"]")
    #expect(run([LocationOperation(code: Operation.implicitValue, block: [9, 8, 7, 6])]) == "9 8 7 6 [\"constant\"]")
  }

  @Test func piecesThatAreLost() {
    let pieces = [
      operation(0x50), operation(Operation.piece, 2), operation(Operation.piece, 1), operation(0x77),
      operation(Operation.piece, 1),
    ]
    #expect(run(pieces) == "240 255 ? 1 (optimized out)")
    #expect(run(Array(pieces.prefix(2))) == "240 255 ? ? (optimized out)")
    #expect(run([operation(Operation.piece, 4)]) == "? ? ? ? (optimized out)")
    #expect(run([operation(0x50), operation(Operation.bitPiece, 3)]) == "? ? ? ? (location not decoded)")
  }

  @Test func typedNumbers() {
    let int = LocationOperation.BaseType(size: 4, isSigned: true)
    let long = LocationOperation.BaseType(size: 8, isSigned: true)
    let convert = { LocationOperation(code: Operation.convert, type: $0) }
    let extended = [operation(0x70), convert(int), convert(long), operation(Operation.stackValue)]
    #expect(run(extended, size: 8) == "240 255 255 255 255 255 255 255 [\"rax\"]")
    // A number is not longer than its type.
    #expect(run([operation(0x70), convert(int), operation(Operation.stackValue)], size: 8).hasSuffix("(location not decoded)"))
    let float = LocationOperation.BaseType(size: 4, isSigned: false, isFloat: true)
    #expect(run([operation(0x70), convert(float), operation(Operation.stackValue)]) == "location not decoded")
  }

  @Test func whatIsNotKnown() {
    #expect(run([]) == "? ? ? ? (optimized out)")
    #expect(run([operation(0x53)]) == "? ? ? ? (not in the report)")
    #expect(run([operation(0x73, 8)]) == "not in the report")
    #expect(run([operation(0x77, 4096)]) == "? ? ? ? (not in the report)")
    #expect(run([operation(0x77, 18)]) == "0 0 ? ? (not in the report)")
    #expect(run([operation(0x77, 4096), operation(Operation.deref)]) == "not in the report")
    #expect(run([operation(Operation.addr, 0x5000)]) == "? ? ? ? (not in the report)")
    #expect(run([operation(Operation.entryValue), operation(Operation.stackValue)]) == "known only at the function's entry")
    #expect(run([operation(Operation.implicitPointer)]) == "? ? ? ? (optimized out)")
    #expect(run([operation(0x30), operation(Operation.formTLSAddress)]) == "thread-local")
  }

  @Test func branches() {
    // lit1; bra over lit5; lit7; stack_value
    let jump = [
      LocationOperation(code: 0x31, position: 0), LocationOperation(code: Operation.bra, first: 2, position: 1),
      LocationOperation(code: 0x35, position: 4), LocationOperation(code: Operation.stackValue, position: 5),
      LocationOperation(code: 0x37, position: 6), LocationOperation(code: Operation.stackValue, position: 7),
    ]
    #expect(run(jump, size: 1) == "7 [\"constant\"]")
    #expect(run([LocationOperation(code: Operation.skip, first: 0xfffd, position: 0)]) == "location not decoded")
    #expect(run([LocationOperation(code: Operation.skip, first: 1, position: 0)]) == "? ? ? ? (optimized out)")
  }

  @Test(
    arguments: [0x06, 0x12, 0x14, 0x15, 0x16, 0x17, 0x19, 0x1b, 0x22, 0x23, 0x28, 0x2a, 0x94, 0x9f, 0xa8, 0xa9] as [UInt8])
  func emptyStack(_ code: UInt8) { #expect(run([operation(code, 8)]) == "location not decoded") }

  @Test func damage() {
    let many = [LocationOperation](repeating: operation(0x31), count: 513)
    #expect(run(many) == "location not decoded")
    #expect(run(Array(many.prefix(100))) == "location not decoded", "the stack is limited")
    #expect(run([operation(0x50), operation(0x31)]) == "location not decoded", "an operation after the name of a place")
    #expect(run([operation(0x50), operation(Operation.piece, 2), operation(0x31)]) == "location not decoded")
    #expect(
      run([operation(0x31), operation(0x30), operation(Operation.div), operation(Operation.stackValue)]) == "location not decoded"
    )
    #expect(run([operation(0x77), operation(Operation.derefSize, 9)]) == "location not decoded")
    #expect(run([operation(Operation.regx, -1)]) == "location not decoded")
    #expect(run([operation(0xff)]) == "location not decoded")
    #expect(run([operation(0x50), operation(Operation.piece, -1)]).hasSuffix("(not in the report)") == false)
    #expect(run([operation(0x77, -1)], size: 2) == "? 1 (not in the report)")
    let endless = (0..<5).map { _ in [operation(0x50), operation(Operation.piece, 1)] }.flatMap(\.self)
    #expect(run(endless, size: 2) == "240 240 [\"rax\"]", "pieces beyond the variable's end")
  }

  @Test func numbersLikeGdb() {
    func result(_ code: UInt8, _ first: Int, _ second: Int) -> String {
      run(
        [
          operation(Operation.consts, first), operation(Operation.consts, second), operation(code),
          operation(Operation.stackValue),
        ], size: 2)
    }
    #expect(result(Operation.div, -6, 3) == "254 255 [\"constant\"]")
    #expect(result(Operation.div, .min, -1) == "0 0 [\"constant\"]")
    #expect(result(Operation.mod, 7, 4) == "3 0 [\"constant\"]")
    #expect(result(Operation.shra, -8, 1) == "252 255 [\"constant\"]")
    #expect(result(Operation.shr, -8, 70) == "0 0 [\"constant\"]")
    #expect(result(Operation.shl, 1, 9) == "0 2 [\"constant\"]")
    #expect(result(Operation.lt, -1, 0) == "1 0 [\"constant\"]")
    #expect(result(Operation.ge, -1, 0) == "0 0 [\"constant\"]")
  }
}
