/// Writes PLCrashReporter's binary reports (PLCrashReport.proto).
enum PLCrashWriter {
  static func bytes(_ event: TrueEvent) -> [UInt8] {
    let words = FailureWords(event)
    var report = Message()
    report.add(1) { system in
      system.add(1, 1)
      system.add(2, event.system)
      system.add(4, UInt64(event.time))
      system.add(5, "21B74")
    }
    report.add(2) { app in
      app.add(1, event.app.bundle)
      app.add(2, event.buildText)
      app.add(3, event.versionText)
    }
    let number: UInt64 = event.isOnMainThread ? 0 : 1
    report.add(3) { thread in
      thread.add(1, number)
      for frame in event.isThrown ? event.raising : event.frames { thread.add(2) { Self.write(frame, event, &$0) } }
      thread.add(3, 1)
    }
    report.add(3) { thread in
      thread.add(1, 1 - number)
      thread.add(2) { $0.add(3, event.images[1].base + 0x1200) }
      thread.add(3, 0)
    }
    for image in event.images { report.add(4) { Self.write(image, &$0) } }
    if case .exception(let name, _) = event.bug.failure {
      report.add(5) { thrown in
        thrown.add(1, name)
        thrown.add(2, event.reason ?? "")
        for frame in event.frames { thrown.add(3) { Self.write(frame, event, &$0) } }
      }
    }
    report.add(6) { signal in
      signal.add(1, words.signal)
      signal.add(2, event.fault == nil ? "#0" : "SEGV_MAPERR")
      signal.add(3, event.fault ?? 0)
    }
    report.add(7) { process in
      process.add(1, event.app.name)
      process.add(2, UInt64(event.pid))
      process.add(3, event.images[0].path)
      process.add(6, 0)
      process.add(7, UInt64(event.launch))
    }
    report.add(8) { $0.add(1, event.model) }
    return Array("plcrash".utf8) + [1] + report.bytes
  }

  private static func write(_ frame: TrueFrame, _ event: TrueEvent, _ message: inout Message) {
    let address = event.address(frame)
    message.add(3, address)
    guard !frame.isBare else { return }
    message.add(6) { symbol in
      // The linkage name: with the underscore of C.
      symbol.add(1, frame.name.hasPrefix("_") ? "_" + frame.name : frame.name)
      symbol.add(2, address - 24)
    }
  }

  private static func write(_ image: TrueImage, _ message: inout Message) {
    message.add(1, image.base)
    message.add(2, image.size)
    message.add(3, image.path)
    let digits = Array(image.uuid.filter { $0 != "-" })
    message.add(
      4, stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) })
    message.add(5) { processor in
      processor.add(1, 1)
      processor.add(2, 16_777_228)
      processor.add(3, 0)
    }
  }
}

/// A message of Protocol Buffers.
private struct Message {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ field: UInt64, _ value: UInt64) {
    add(varint: field << 3)
    add(varint: value)
  }

  mutating func add(_ field: UInt64, _ text: String) { add(field, Array(text.utf8)) }

  mutating func add(_ field: UInt64, _ content: [UInt8]) {
    add(varint: field << 3 | 2)
    add(varint: UInt64(content.count))
    bytes += content
  }

  mutating func add(_ field: UInt64, _ write: (inout Message) -> Void) {
    var inner = Message()
    write(&inner)
    add(field, inner.bytes)
  }

  private mutating func add(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
