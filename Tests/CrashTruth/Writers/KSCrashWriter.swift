/// Writes KSCrash's JSON.
enum KSCrashWriter {
  static func bytes(_ event: TrueEvent, random: inout TruthRandom) -> [UInt8] {
    let frames = event.frames.map { frame($0, event) }
    let failed: [String: Any] = [
      "index": event.isOnMainThread ? 0 : 1, "crashed": event.bug.failure != .deadlock, "current_thread": true,
      "backtrace": ["contents": frames, "skipped": 0],
    ]
    let kernel = event.images[1]
    let wait: [String: Any] = [
      "object_name": kernel.name, "object_addr": kernel.base, "instruction_addr": kernel.base + 0x1200,
      "symbol_name": "__workq_kernreturn", "symbol_addr": kernel.base + 0x11f8,
    ]
    // The watchdog thread of the reporter is the one that it marks in a deadlock.
    let idle: [String: Any] = [
      "index": event.isOnMainThread ? 1 : 0, "crashed": event.bug.failure == .deadlock, "current_thread": false,
      "backtrace": ["contents": [wait], "skipped": 0],
    ]
    // The reporter was started a little after the process.
    let start = event.launch + min(Double(random.number(0...900)) / 1000, event.uptime / 2)
    var statistics: [String: Any] = ["launches_since_last_crash": event.launches, "application_active": true]
    if event.uptime > 5 { statistics["active_time_since_launch"] = event.uptime - 1 }
    let report: [String: Any] = [
      "report": [
        "version": "3.3.0", "id": random.uuid(), "process_name": event.app.name, "timestamp": Int(event.time * 1_000_000),
        "type": "standard",
      ],
      "binary_images": event.images.map { image($0, event) },
      "system": [
        "system_name": "iOS", "system_version": event.system, "machine": event.model, "os_version": "21B74",
        "app_start_time": TimeText.utc(start), "CFBundleExecutablePath": event.images[0].path,
        "CFBundleExecutable": event.app.name, "CFBundleIdentifier": event.app.bundle, "CFBundleVersion": event.buildText,
        "CFBundleShortVersionString": event.versionText, "cpu_arch": event.isARM ? "arm64" : "x86_64", "process_id": event.pid,
        "process_name": event.app.name, "device_app_hash": "k" + event.device, "application_stats": statistics,
      ] as [String: Any],
      "crash": ["error": error(event), "threads": event.isOnMainThread ? [failed, idle] : [idle, failed]] as [String: Any],
    ]
    return jsonBytes(report)
  }

  private static func error(_ event: TrueEvent) -> [String: Any] {
    let words = FailureWords(event)
    let codes = event.codes
    var error: [String: Any] = [
      "type": "mach", "address": event.fault ?? 0,
      "mach": ["exception": words.number, "exception_name": words.type, "code": codes.0, "subcode": codes.1] as [String: Any],
      "signal": ["signal": words.signalNumber, "name": words.signal, "code": 0] as [String: Any],
    ]
    switch event.bug.failure {
    case .exception(let name, _):
      error["type"] = "nsexception"
      error["nsexception"] = ["name": name]
      error["reason"] = event.reason
    case .cpp:
      error["type"] = "cpp_exception"
      error["cpp_exception"] = ["name": "N4shop10AuditErrorE"]
      error["reason"] = event.reason
    case .abort: error["type"] = "signal"
    case .deadlock:
      error = ["address": 0, "type": "deadlock", "mach": ["code": 0, "exception": 0], "signal": ["code": 0, "signal": 0]]
    default: break
    }
    return error
  }

  private static func frame(_ frame: TrueFrame, _ event: TrueEvent) -> [String: Any] {
    let image = event.images[frame.image]
    let address = event.address(frame)
    return [
      "object_name": image.name, "object_addr": image.base, "instruction_addr": address,
      "symbol_name": frame.isBare ? "_mh_execute_header" : frame.name, "symbol_addr": frame.isBare ? image.base : address - 24,
    ]
  }

  /// The runtime leaves its message in its image.
  private static func image(_ image: TrueImage, _ event: TrueEvent) -> [String: Any] {
    var result: [String: Any] = [
      "image_addr": image.base, "image_vmaddr": 0x1_0000_0000, "image_size": image.size, "name": image.path, "uuid": image.uuid,
      "cpu_type": 16_777_228, "cpu_subtype": 0,
    ]
    let isRuntime = image.name == "libswiftCore.dylib" && event.bug.failure.isTrap
    let isMalloc = image.name == "libsystem_kernel.dylib" && !event.bug.failure.isTrap && !event.isThrown
    if isRuntime || isMalloc, let text = event.information.first { result["crash_info_message"] = text }
    return result
  }
}
