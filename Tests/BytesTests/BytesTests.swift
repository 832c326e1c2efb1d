import Bytes
import Testing

@Suite struct ByteSliceTests {
  let slice = ByteSlice([0x01, 0x02, 0x03, 0x04, 0x41, 0x42, 0x00])

  @Test func readsBothByteOrders() throws {
    #expect(try slice.load(UInt32.self, at: 0) == 0x0403_0201)
    #expect(try slice.load(UInt32.self, at: 0, bigEndian: true) == 0x0102_0304)
    #expect(slice.cString(at: 4) == "AB")
  }

  @Test(arguments: [-1, 4, 7, Int.max - 1, Int.max, Int.min])
  func readsPastTheEndThrowTheirPlace(offset: Int) {
    #expect(throws: ByteError(.outOfBounds(length: 4), offset: offset)) { try slice.load(UInt32.self, at: offset) }
  }

  @Test func slicesKnowTheirPlaceInTheFile() throws {
    let part = try slice.slice(at: 2, count: 3)
    #expect(part.base == 2)
    #expect(part.array == [0x03, 0x04, 0x41])
    #expect(throws: ByteError(.outOfBounds(length: 2), offset: 4)) { try part.slice(at: 2, count: 2) }
    #expect(throws: ByteError.self) { try part.slice(at: 1, count: Int.max) }
    #expect(throws: ByteError.self) { try slice.slice(at: UInt64.max, count: UInt64.max) }
  }

  @Test func emptySlicesHaveNothing() {
    #expect(ByteSlice.empty.count == 0)
    #expect(ByteSlice.empty.cString(at: 0) == nil)
    #expect(ByteSlice.empty.array.isEmpty)
  }
}

@Suite struct ByteCursorTests {
  @Test(arguments: [([0x00], 0), ([0x7f], 127), ([0x80, 0x01], 128), ([0xe5, 0x8e, 0x26], 624_485)] as [([UInt8], UInt64)])
  func ulebNumbers(bytes: [UInt8], value: UInt64) throws {
    var cursor = ByteCursor(ByteSlice(bytes))
    #expect(try cursor.readULEB() == value)
    #expect(cursor.remaining == 0)
  }

  @Test func ulebOfTheLargestNumberAndBeyond() throws {
    var largest = ByteCursor(ByteSlice([UInt8](repeating: 0xff, count: 9) + [0x01]))
    #expect(try largest.readULEB() == .max)
    var tooLong = ByteCursor(ByteSlice([UInt8](repeating: 0xff, count: 9) + [0x03]))
    #expect(throws: ByteError(.numberTooLong, offset: 0)) { try tooLong.readULEB() }
    var cut = ByteCursor(ByteSlice([0x80, 0x80]))
    #expect(throws: ByteError(.outOfBounds(length: 1), offset: 2)) { try cut.readULEB() }
  }

  @Test func failedReadsDoNotMove() throws {
    var cursor = ByteCursor(ByteSlice([1, 2, 3]))
    #expect(throws: ByteError.self) { try cursor.read(UInt32.self) }
    #expect(cursor.position == 0)
    #expect(try cursor.read(UInt16.self) == 0x0201)
    #expect(throws: ByteError.self) { try cursor.seek(to: 4) }
    #expect(cursor.position == 2)
  }
}
