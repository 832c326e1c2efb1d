/// Writes MetricKit's payloads: offsets without names.
enum MetricKitWriter {
  static func bytes(_ event: TrueEvent) -> [UInt8] {
    let words = FailureWords(event)
    let isHang = event.bug.failure == .hang
    var facts: [String: Any] = [
      "regionFormat": "DE", "osVersion": "iPhone OS \(event.system) (21B74)", "deviceType": event.model,
      "bundleIdentifier": event.app.bundle, "platformArchitecture": "arm64", "appVersion": event.versionText,
      "appBuildVersion": event.buildText, "pid": event.pid,
    ]
    if isHang {
      facts["hangDuration"] = "2500 ms"
    } else {
      facts["signal"] = words.signalNumber
      facts["exceptionType"] = words.number
      facts["exceptionCode"] = event.codes.0
      if let fault = event.fault { facts["virtualMemoryRegionInfo"] = "0x\(hexadecimal(fault, digits: 1)) is not in any region." }
    }
    let stack: [String: Any] = ["threadAttributed": true, "callStackRootFrames": [tree(event.frames[...], event)]]
    return jsonBytes([
      "timeStampBegin": TimeText.civil(event.time - 50_000), "timeStampEnd": TimeText.civil(event.time + 20_000),
      isHang ? "hangDiagnostics" : "crashDiagnostics": [
        [
          "version": "1.0.0", "diagnosticMetaData": facts,
          "callStackTree": ["callStacks": [stack], "callStackPerThread": true] as [String: Any],
        ] as [String: Any]
      ],
    ])
  }

  private static func tree(_ frames: ArraySlice<TrueFrame>, _ event: TrueEvent) -> [String: Any] {
    guard let frame = frames.first else { return [:] }
    let image = event.images[frame.image]
    var node: [String: Any] = [
      "binaryUUID": image.uuid, "offsetIntoBinaryTextSegment": frame.offset, "sampleCount": 1, "binaryName": image.name,
      "address": event.address(frame),
    ]
    if frames.count > 1 { node["subFrames"] = [tree(frames.dropFirst(), event)] }
    return node
  }
}
