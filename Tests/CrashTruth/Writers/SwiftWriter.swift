/// Writes the reports of the Swift runtime on Linux.
enum SwiftWriter {
  static func json(_ event: TrueEvent) -> [UInt8] {
    let frames = event.frames.enumerated().map { index, frame -> [String: Any] in
      var result: [String: Any] = [
        "kind": index == 0 || frame.name.hasPrefix("Swift runtime") || isAfterInlined(index, event)
          ? "programCounter" : "returnAddress",
        "address": "0x" + hexadecimal(address(index, event), digits: 16), "symbol": frame.name, "offset": 24,
        "image": event.images[frame.image].name,
      ]
      if frame.name.hasPrefix("Swift runtime") { result["inlined"] = true }
      if let file = frame.file { result["sourceLocation"] = ["file": file, "line": frame.line, "column": 3] as [String: Any] }
      return result
    }
    return jsonBytes([
      "timestamp": TimeText.utc(event.time), "kind": "crashReport", "description": description(event),
      "faultAddress": "0x" + hexadecimal(event.fault ?? 0x7f30_b8f5_319e, digits: 16),
      "platform": "x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "architecture": "x86_64",
      "threads": [["name": event.app.name, "crashed": true, "frames": frames] as [String: Any]],
      "images": event.images.prefix(2).map {
        [
          "name": $0.name, "buildId": $0.uuid.lowercased().filter { $0 != "-" }, "path": $0.path,
          "baseAddress": "0x" + hexadecimal($0.base, digits: 16), "endOfText": "0x" + hexadecimal($0.base + $0.size, digits: 16),
        ] as [String: Any]
      }, "backtraceTime": 0.0417,
    ])
  }

  static func text(_ event: TrueEvent) -> [UInt8] {
    let fault = "0x" + hexadecimal(event.fault ?? 0x7f30_b8f5_319e, digits: 16)
    var lines = ["ledgerd listens on 8080"] + event.information
    lines += [
      "", "*** Signal 4: Backtracing from \(fault)... done ***", "", "*** Program crashed: \(description(event)) at \(fault) ***",
      "",
      "Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "", "Thread 0 \"\(event.app.name)\" crashed:", "",
    ]
    for (index, frame) in event.frames.enumerated() {
      let mark = frame.name.hasPrefix("Swift runtime") ? "[inlined] " : index == 0 || isAfterInlined(index, event) ? "" : "[ra] "
      let place = frame.file.map { " at \($0):\(frame.line):3" } ?? ""
      lines.append(
        "\(index) \(mark)0x\(hexadecimal(address(index, event), digits: 16)) \(frame.name) + 24 in \(event.images[frame.image].name)\(place)"
      )
    }
    lines += ["", "", "Images:", ""]
    for image in event.images.prefix(2) {
      let id = image.uuid.lowercased().filter { $0 != "-" }
      lines.append(
        "0x\(hexadecimal(image.base, digits: 16))–0x\(hexadecimal(image.base + image.size, digits: 16)) \(id) \(image.name) \(image.path)"
      )
    }
    return Array((lines + ["", "Backtrace took 0.04s", ""]).joined(separator: "\n").utf8)
  }

  /// An inlined function has the address of the one that it was inlined into.
  private static func address(_ index: Int, _ event: TrueEvent) -> UInt64 {
    event.address(event.frames[index].name.hasPrefix("Swift runtime") ? event.frames[index + 1] : event.frames[index])
  }

  private static func isAfterInlined(_ index: Int, _ event: TrueEvent) -> Bool {
    index > 0 && event.frames[index - 1].name.hasPrefix("Swift runtime")
  }

  private static func description(_ event: TrueEvent) -> String {
    event.fault == nil ? "Illegal instruction" : "Bad pointer dereference"
  }
}
