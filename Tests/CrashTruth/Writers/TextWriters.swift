/// Writes what consoles, the debugger and Crashlytics print.
enum TextWriters {
  /// The exception as Foundation logs it.
  static func console(_ event: TrueEvent) -> [UInt8] {
    guard case .exception(let name, _) = event.bug.failure else { return [] }
    let prefix = "\(TimeText.civil(event.time)).129 \(event.app.name)[\(event.pid):51707]"
    var lines = [
      "\(prefix) ledger opened",
      "\(prefix) *** Terminating app due to uncaught exception '\(name)', reason: '\(event.reason ?? "")'",
      "*** First throw call stack:", "(",
    ]
    for (index, frame) in event.frames.enumerated() {
      let image = event.images[frame.image].name
      let address = hexadecimal(event.address(frame), digits: 16)
      lines.append("\t\(index)   \(image)    0x\(address) \(frame.name) + 24")
    }
    lines += [")", "libc++abi: terminating due to uncaught exception of type NSException", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  static func lldb(_ event: TrueEvent) -> [UInt8] {
    let thread = event.isOnMainThread ? "#1, queue = 'com.apple.main-thread'" : "#4, name = 'worker'"
    let fault = hexadecimal(event.fault ?? 0, digits: 1)
    var lines = ["* thread \(thread), stop reason = EXC_BAD_ACCESS (code=1, address=0x\(fault))"]
    for (index, frame) in event.frames.enumerated() {
      let place = frame.file.map { " at \($0.split(separator: "/").last ?? ""):\(frame.line):3" } ?? " + 24"
      let address = hexadecimal(event.address(frame), digits: 16)
      lines.append(
        "  \(index == 0 ? "*" : " ") frame #\(index): 0x\(address) \(event.images[frame.image].name)`\(frame.name)\(place)")
    }
    return Array((lines + [""]).joined(separator: "\n").utf8)
  }

  static func crashlytics(_ event: TrueEvent) -> [UInt8] {
    var lines = [
      "# Crashlytics - Stack trace", "# Application: \(event.app.bundle)", "# Platform: apple",
      "# Version: \(event.versionText) (\(event.buildText))", "# Session: \(event.identifier.lowercased().filter { $0 != "-" })",
      "# Date: \(TimeText.utc(event.time))", "",
    ]
    if case .exception(let name, _) = event.bug.failure { lines += ["Fatal Exception: \(name)", event.reason ?? ""] }
    for (index, frame) in event.frames.enumerated() {
      let place = frame.file.map { " (\($0.split(separator: "/").last ?? ""):\(frame.line))" } ?? ""
      let image = event.images[frame.image].name
      lines.append("\(index)  \(image)    0x\(hexadecimal(frame.offset, digits: 1)) \(frame.name) + \(24)\(place)")
    }
    return Array((lines + [""]).joined(separator: "\n").utf8)
  }
}
