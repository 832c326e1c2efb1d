/// Writes Sentry's events.
enum SentryWriter {
  static func bytes(_ event: TrueEvent, random: inout TruthRandom) -> [UInt8] {
    let frames = event.frames.reversed().map { frame($0, event) }
    let isHang = event.bug.failure == .hang
    let thread: [String: Any] = [
      "id": event.isOnMainThread ? 0 : 1, "crashed": !isHang, "current": true, "stacktrace": ["frames": frames],
    ]
    let value: [String: Any] = [
      "values": [exception(event).merging(["stacktrace": ["frames": frames]]) { $1 }]
    ]
    return jsonBytes([
      "event_id": random.uuid().lowercased().filter { $0 != "-" }, "platform": "cocoa", "level": "fatal",
      "timestamp": TimeText.utc(event.time), "release": "\(event.app.bundle)@\(event.versionText)+\(event.buildText)",
      "contexts": [
        "device": ["model": event.model, "arch": event.isARM ? "arm64" : "x86_64"],
        "os": ["name": "iOS", "version": event.system, "build": "21B74"],
        "app": [
          "app_name": event.app.name, "app_identifier": event.app.bundle, "app_start_time": TimeText.utc(event.launch),
          "device_app_hash": "s" + event.device,
        ],
      ],
      "exception": value, "threads": ["values": [thread]],
      "debug_meta": [
        "images": event.images.map {
          [
            "type": "macho", "debug_id": $0.uuid, "code_file": $0.path, "image_addr": "0x" + hexadecimal($0.base, digits: 16),
            "image_size": $0.size,
          ] as [String: Any]
        }
      ],
    ])
  }

  private static func exception(_ event: TrueEvent) -> [String: Any] {
    let words = FailureWords(event)
    let codes = event.codes
    var mechanism: [String: Any] = [
      "type": "mach", "handled": false,
      "meta": [
        "mach_exception": ["exception": words.number, "code": codes.0, "subcode": codes.1, "name": words.type] as [String: Any],
        "signal": ["number": words.signalNumber, "code": 0, "name": words.signal] as [String: Any],
      ],
    ]
    var text = event.information.first ?? "Exception \(words.number), Code \(codes.0), Subcode \(codes.1)"
    var type = words.type
    switch event.bug.failure {
    case .exception(let name, _):
      (type, text) = (name, event.reason ?? "")
      mechanism["type"] = "nsexception"
    case .cpp(let name):
      (type, text) = (name, event.reason ?? "")
      mechanism["type"] = "cpp_exception"
    case .abort: (type, mechanism["type"]) = ("SIGABRT", "signal")
    case .hang:
      (type, text) = ("App Hanging", "App hanging for at least 2000 ms.")
      mechanism = ["type": "AppHang", "handled": true]
    default: break
    }
    if let fault = event.fault {
      mechanism["data"] = ["relevant_address": "0x" + hexadecimal(fault, digits: 16)]
      text = "Attempted to dereference garbage pointer at 0x\(hexadecimal(fault, digits: 1))."
    }
    return ["type": type, "value": text, "thread_id": event.isOnMainThread ? 0 : 1, "mechanism": mechanism]
  }

  private static func frame(_ frame: TrueFrame, _ event: TrueEvent) -> [String: Any] {
    let image = event.images[frame.image]
    var result: [String: Any] = [
      "package": image.path, "image_addr": "0x" + hexadecimal(image.base, digits: 16),
      "instruction_addr": "0x" + hexadecimal(event.address(frame), digits: 16), "in_app": frame.image == 0,
    ]
    if !frame.isBare { result["function"] = frame.name }
    if let file = frame.file { (result["filename"], result["lineno"]) = (file, frame.line) }
    return result
  }
}
