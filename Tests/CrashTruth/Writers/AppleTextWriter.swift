/// Writes Apple's text reports.
enum AppleTextWriter {
  static func bytes(_ event: TrueEvent, isSymbolicated: Bool = true) -> [UInt8] {
    let words = FailureWords(event)
    var lines = [
      "Incident Identifier: \(event.identifier)", "CrashReporter Key:   \(event.device)", "Hardware Model:      \(event.model)",
      "Process:             \(event.app.name) [\(event.pid)]", "Path:                \(event.images[0].path)",
      "Identifier:          \(event.app.bundle)", "Version:             \(event.versionText) (\(event.buildText))",
      "Code Type:           \(event.isARM ? "ARM-64" : "X86-64") (Native)", "Role:                Foreground", "",
      "Date/Time:           \(TimeText.apple(event.time, zone: event.zone))",
      "Launch Time:         \(TimeText.apple(event.clockLaunch, zone: event.zone))",
      "OS Version:          iPhone OS \(event.system) (21B74)", "Report Version:      104", "",
      "Exception Type:  \(words.type) (\(words.signal))",
    ]
    lines += self.lines(event, words)
    if !event.information.isEmpty { lines += ["", "Application Specific Information:"] + event.information }
    if event.isThrown {
      lines += ["", "Last Exception Backtrace:"] + stack(event.frames, event, isSymbolicated)
    }
    let crashed = event.isThrown ? event.raising : event.frames
    let idle = [
      "0   libsystem_kernel.dylib        \t0x\(hexadecimal(event.images[1].base + 0x1200, digits: 16)) __workq_kernreturn + 8"
    ]
    let number = event.isOnMainThread ? 0 : 1
    for index in 0...1 {
      lines += ["", index == number ? "Thread \(index) Crashed:" : "Thread \(index):"]
      lines += index == number ? stack(crashed, event, isSymbolicated) : idle
    }
    lines += ["", "Binary Images:"]
    for image in event.images {
      let end = hexadecimal(image.base + image.size - 1, digits: 1)
      let uuid = image.uuid.lowercased().filter { $0 != "-" }
      lines.append("0x\(hexadecimal(image.base, digits: 1)) - 0x\(end) \(image.name) arm64  <\(uuid)> \(image.path)")
    }
    return Array((lines + ["", "EOF", ""]).joined(separator: "\n").utf8)
  }

  private static func lines(_ event: TrueEvent, _ words: FailureWords) -> [String] {
    var lines: [String] = []
    let codes = event.codes
    if let fault = event.fault {
      lines.append("Exception Codes: KERN_INVALID_ADDRESS at 0x\(hexadecimal(fault, digits: 16))")
    } else if event.bug.failure == .guardFile {
      lines.append("Exception Subtype: GUARD_TYPE_FD")
      lines.append("Exception Codes: 0x\(hexadecimal(codes.0, digits: 16)), 0x0000000000000000")
    } else {
      lines.append("Exception Codes: 0x\(hexadecimal(codes.0, digits: 16)), 0x\(hexadecimal(codes.1, digits: 16))")
    }
    if let ended = event.termination {
      let isSignal = ended.namespace == "SIGNAL"
      let code = isSignal || ended.namespace == "GUARD" ? ended.code : "0x" + hexadecimal(UInt64(ended.code) ?? 0, digits: 1)
      lines.append("Termination Reason: Namespace \(ended.namespace), Code \(code)\(isSignal ? " \(words.signalText)" : "")")
      lines += ended.details
    }
    return lines + ["", "Triggered by Thread:  \(event.isOnMainThread ? 0 : 1)"]
  }

  static func stack(_ frames: [TrueFrame], _ event: TrueEvent, _ isSymbolicated: Bool = true) -> [String] {
    frames.enumerated().map { index, frame in
      let image = event.images[frame.image]
      let place = "0x" + hexadecimal(event.address(frame), digits: 16)
      let name = image.name + String(repeating: " ", count: max(30 - image.name.count, 1))
      let number = String(index) + String(repeating: " ", count: max(4 - String(index).count, 1))
      guard !frame.isBare, isSymbolicated || frame.image != 0 else {
        return "\(number)\(name)\t\(place) 0x\(hexadecimal(image.base, digits: 1)) + \(frame.offset)"
      }
      let file = frame.file.map { " (\($0.split(separator: "/").last ?? ""):\(frame.line))" } ?? ""
      return "\(number)\(name)\t\(place) \(frame.name) + 24\(file)"
    }
  }
}
