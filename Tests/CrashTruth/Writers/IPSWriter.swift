/// Writes `.ips`: a line of metadata and a body.
enum IPSWriter {
  static func bytes(_ event: TrueEvent, isSymbolicated: Bool = true, random: inout TruthRandom) -> [UInt8] {
    let words = FailureWords(event)
    let name = event.app.name
    let head: [String: Any] = [
      "app_name": name, "timestamp": TimeText.apple(event.time, zone: event.zone), "app_version": event.versionText,
      "bundleID": event.app.bundle, "bug_type": "309", "os_version": "iPhone OS \(event.system) (21B74)",
      "incident_id": event.identifier, "name": name, "build_version": event.buildText,
    ]
    let codes = event.codes
    var exception: [String: Any] = [
      "type": words.type, "signal": words.signal, "rawCodes": [codes.0, codes.1],
      "codes": "0x\(hexadecimal(codes.0, digits: 16)), 0x\(hexadecimal(codes.1, digits: 16))",
    ]
    if let fault = event.fault { exception["subtype"] = "KERN_INVALID_ADDRESS at 0x\(hexadecimal(fault, digits: 16))" }
    if event.bug.failure == .guardFile { exception["subtype"] = "GUARD_TYPE_FD" }
    var body: [String: Any] = [
      "procName": name, "procPath": event.images[0].path, "pid": event.pid, "modelCode": event.model, "exception": exception,
      "cpuType": event.isARM ? "ARM-64" : "X86-64", "osVersion": ["train": "iPhone OS \(event.system)", "build": "21B74"],
      "captureTime": TimeText.apple(event.time, zone: event.zone), "incident": event.identifier,
      "procLaunch": TimeText.apple(event.clockLaunch, zone: event.zone), "bug_type": "309",
      "bundleInfo": [
        "CFBundleShortVersionString": event.versionText, "CFBundleVersion": event.buildText,
        "CFBundleIdentifier": event.app.bundle,
      ],
      "crashReporterKey": event.device, "faultingThread": event.isOnMainThread ? 0 : 1, "threads": threads(event, isSymbolicated),
      "usedImages": event.images.map(image),
    ]
    if event.clockJump != 0 || random.happens(50) {
      let start = UInt64(random.number(1_000_000_000...900_000_000_000))
      body["procStartAbsTime"] = start
      body["procExitAbsTime"] = start + UInt64(event.uptime * (event.isARM ? 24e6 : 1e9))
    }
    if !event.information.isEmpty { body["asi"] = ["libsystem_c.dylib": event.information] }
    if event.isThrown { body["lastExceptionBacktrace"] = event.frames.map { frame($0, isSymbolicated) } }
    if let ended = event.termination {
      body["termination"] =
        ["namespace": ended.namespace, "code": UInt64(ended.code) ?? 0, "reasons": ended.details, "indicator": words.signalText]
        as [String: Any]
    }
    return jsonBytes(head) + [10] + jsonBytes(body) + [10]
  }

  private static func threads(_ event: TrueEvent, _ isSymbolicated: Bool) -> [[String: Any]] {
    let stack = event.isThrown ? event.raising : event.frames
    let failed: [String: Any] = ["id": 1, "triggered": true, "frames": stack.map { frame($0, isSymbolicated) }]
    let idle: [String: Any] = [
      "id": 2, "frames": [["imageOffset": 0x1200, "imageIndex": 1, "symbol": "__workq_kernreturn", "symbolLocation": 8]],
    ]
    return event.isOnMainThread ? [failed, idle] : [idle, failed]
  }

  private static func frame(_ frame: TrueFrame, _ isSymbolicated: Bool) -> [String: Any] {
    var result: [String: Any] = ["imageOffset": frame.offset, "imageIndex": frame.image]
    guard !frame.isBare, isSymbolicated || frame.image != 0 else { return result }
    result["symbol"] = frame.name
    result["symbolLocation"] = 24
    if let file = frame.file {
      (result["sourceFile"], result["sourceLine"]) = (file.split(separator: "/").last.map(String.init), frame.line)
    }
    return result
  }

  private static func image(_ image: TrueImage) -> [String: Any] {
    [
      "source": "P", "arch": "arm64", "base": image.base, "size": image.size, "uuid": image.uuid.lowercased(), "path": image.path,
      "name": image.name,
    ]
  }

  /// A report of a process that was ended for its memory.
  static func jetsam(_ event: TrueEvent, reason: String) -> [UInt8] {
    let head: [String: Any] = [
      "bug_type": "298", "timestamp": TimeText.apple(event.time, zone: event.zone),
      "os_version": "iPhone OS \(event.system) (21B74)",
      "incident_id": event.identifier,
    ]
    let body: [String: Any] = [
      "build": "iPhone OS \(event.system) (21B74)", "product": event.model, "bug_type": "298", "incident": event.identifier,
      "crashReporterKey": event.device, "memoryStatus": ["pageSize": 16384, "memoryPages": ["active": 81_340, "free": 5_120]],
      "largestProcess": event.app.name,
      "processes": [
        ["pid": 61, "name": "SpringBoard", "states": ["active"], "rpages": 9_216],
        ["pid": event.pid, "name": event.app.name, "states": ["frontmost"], "rpages": 131_200, "reason": reason],
      ],
    ]
    return jsonBytes(head) + [10] + jsonBytes(body) + [10]
  }
}
