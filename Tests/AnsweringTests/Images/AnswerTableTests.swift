import SymbolModel
import TestSupport
import Testing

@testable import Answering

@Suite struct AnswerTableTests {
  private static func answer(_ name: String) -> ResolvedAddress {
    ResolvedAddress(basis: .symbolTable, sources: [SourceFrame(function: name)], functionStart: nil, isNamed: true)
  }

  /// Against a dictionary, with addresses of which many differ in few bits.
  @Test func answersAreFoundAtTheirAddresses() {
    var random = SeededGenerator(1)
    var table = AnswerTable()
    var known: [LinkAddress: ResolvedAddress?] = [:]
    let addresses = (0..<3_000).map { LinkAddress(UInt64($0 % 1_500) << UInt64($0 % 50)) }
    for round in 0..<10 {
      let wanted = addresses.shuffled(using: &random)
      var unknown: [LinkAddress] = []
      let found = table.find(wanted, unknown: &unknown)
      #expect(unknown == wanted.filter { known[$0] == nil })
      #expect(found == wanted.map { known[$0] ?? nil })
      for address in wanted.prefix(400) where known[address] == nil {
        let answer = address.value % 3 == 0 ? nil : Self.answer("\(round) \(address.value)")
        known[address] = .some(answer)
        table.add(answer, at: address)
        table.add(Self.answer("second"), at: address)
      }
      #expect(table.count == known.count)
    }
  }
}
