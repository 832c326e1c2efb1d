import ReportTrial

/// Damages messages of Protocol Buffers field by field; the lengths around what changes stay right.
enum ProtobufMutation {
  private indirect enum Field {
    case number(key: UInt64, UInt64)
    case fixed(key: UInt64, [UInt8])
    case bytes(key: UInt64, [UInt8])
    case message(key: UInt64, [Field])
  }

  /// The bytes before the message: the mark and the version of PLCrashReporter.
  private static let head = 8
  private static let odd: [UInt64] = [0, 1, 2, 255, 65_536, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 63, .max]

  static func damaged(_ original: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    guard original.count > head, var fields = fields(original[head...], depth: 0) else { return original }
    for _ in 0..<1 + numbers.below(3) { change(&fields, &numbers) }
    return original[..<head] + fields.flatMap(encoded)
  }

  private static func change(_ fields: inout [Field], _ numbers: inout SeededNumbers) {
    guard !fields.isEmpty else { return }
    let at = numbers.below(fields.count)
    if case .message(let key, var inner) = fields[at], !inner.isEmpty, numbers.below(4) > 0 {
      change(&inner, &numbers)
      fields[at] = .message(key: key, inner)
      return
    }
    switch numbers.below(6) {
    case 0: fields.remove(at: at)
    case 1: fields.insert(fields[at], at: numbers.below(fields.count))
    case 2: fields.swapAt(at, numbers.below(fields.count))
    case 3: fields.insert(contentsOf: [Field](repeating: fields[at], count: numbers.pick([2, 20])), at: at)
    default: fields[at] = replaced(fields[at], &numbers)
    }
  }

  private static func replaced(_ field: Field, _ numbers: inout SeededNumbers) -> Field {
    switch field {
    case .number(let key, _): .number(key: key, numbers.pick(odd))
    case .fixed(let key, let bytes): .fixed(key: key, bytes.map { _ in UInt8(truncatingIfNeeded: numbers.next()) })
    case .bytes(let key, let bytes): .bytes(key: key, numbers.below(2) == 0 ? [] : bytes + numbers.pick([[0], [0xff], bytes]))
    case .message(let key, _): .bytes(key: key, [0x0a, 0x80])
    }
  }

  private static func fields(_ bytes: ArraySlice<UInt8>, depth: Int) -> [Field]? {
    var (rest, result) = (bytes, [Field]())
    while !rest.isEmpty {
      guard depth < 8, let key = varint(&rest), key >> 3 > 0 else { return nil }
      switch key & 7 {
      case 0:
        guard let number = varint(&rest) else { return nil }
        result.append(.number(key: key, number))
      case 1, 5:
        let size = key & 7 == 1 ? 8 : 4
        guard rest.count >= size else { return nil }
        result.append(.fixed(key: key, Array(rest.prefix(size))))
        rest = rest.dropFirst(size)
      case 2:
        guard let size = varint(&rest), size <= UInt64(rest.count) else { return nil }
        let inner = rest.prefix(Int(size))
        rest = rest.dropFirst(Int(size))
        let message = inner.count > 1 ? fields(inner, depth: depth + 1) : nil
        result.append(message.map { .message(key: key, $0) } ?? .bytes(key: key, Array(inner)))
      default: return nil
      }
    }
    return result
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private static func encoded(_ number: UInt64) -> [UInt8] {
    var (rest, bytes) = (number, [UInt8]())
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static func encoded(_ field: Field) -> [UInt8] {
    switch field {
    case .number(let key, let number): encoded(key) + encoded(number)
    case .fixed(let key, let bytes): encoded(key) + bytes
    case .bytes(let key, let bytes): encoded(key) + encoded(UInt64(bytes.count)) + bytes
    case .message(let key, let inner):
      {
        let bytes = inner.flatMap(encoded); return encoded(key) + encoded(UInt64(bytes.count)) + bytes
      }()
    }
  }
}
