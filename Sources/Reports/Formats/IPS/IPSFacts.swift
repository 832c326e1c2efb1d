import CrashModel
import JSONText

/// The facts of an `.ips` report that the model has no field for, with the labels and in the order of Apple's own text.
///
/// The labels and values are those of the text template of Apple's CoreDiagnostics framework (iOS 26).
struct IPSFacts {
  /// The facts.
  private(set) var list: [ReportDetail] = []
  private let body: JSONValue

  /// Reads the facts of a report.
  init(_ body: JSONValue) {
    self.body = body
    addProcess()
    addMachine()
    addEvent()
    addState()
  }

  // MARK: Sections of the text

  private mutating func addProcess() {
    let (bundle, store) = (body["bundleInfo"], body["storeInfo"])
    add("buildInfo", "Build Info", build(body["buildInfo"]))
    add("appStoreTools", "AppStoreTools", bundle?["DTAppStoreToolsBuild"]?.string)
    add("appVariant", "AppVariant", store?["applicationVariant"]?.string)
    add("distributor", "Distributor ID", store?["distributorID"]?.string)
    add("beta", "Beta", body["isBeta"]?.bool == true || store?["entitledBeta"]?.bool == true ? "YES" : nil)
    add(ReportDetail.parentProcessKey, "Parent Process", owner("parentProc", "parentPid"))
    add("coalition", "Coalition", owner("coalitionName", "coalitionID"))
    add("responsible", "Responsible", owner("responsibleProc", "responsiblePid"))
    if body["responsibleProc"] == nil { add("responsiblePID", "Responsible PID", scalar(body["responsiblePid"])) }
    add("userID", "User ID", scalar(body["userID"]))
    let plugin = body["plugin"]
    add("plugInPath", "PlugIn Path", plugin?["ExecutablePath"]?.string)
    add("plugInIdentifier", "PlugIn Identifier", plugin?["Identifier"]?.string)
    add("plugInVersion", "PlugIn Version", version(plugin?["ShortVersionString"]?.string, plugin?["Version"]?.string))
  }

  private mutating func addMachine() {
    add("deviceModel", "Device Model", scalar(body["codeName"]))
    add("releaseType", "Release Type", body["osVersion"]?["releaseType"]?.string)
    let bridge = body["bridgeVersion"]
    add(
      "bridgeVersion", "Bridge OS Version",
      version(bridge?["train"]?.string, bridge?["build"]?.string) ?? scalar(bridge?["status"]))
    add("basebandVersion", "Baseband Version", scalar(body["basebandVersion"]))
    add("betaIdentifier", "Beta Identifier", body["storeInfo"]?["deviceIdentifierForVendor"]?.string)
    add("udid", "UDID", scalar(body["systemID"]))
    add("sleepWakeUUID", "Sleep/Wake UUID", body["sleepWakeUUID"]?.string)
    add("uptime", "Time Awake Since Boot", body["uptime"]?.int.map { "\($0) seconds" })
    add("wakeTime", "Time Since Wake", body["wakeTime"]?.int.map { "\($0) seconds" })
    add("systemIntegrityProtection", "System Integrity Protection", body["sip"]?.string)
  }

  private mutating func addEvent() {
    add("highlightedThread", "Highlighted by Thread", scalar(body["legacyInfo"]?["threadHighlighted"]))
    list += [ExceptionNote.detail(IPSNotes.lines(body))].compactMap { $0 }
    add("exceptionReason", "Exception Reason Details", exceptionReason, isMinor: false)
    add("dyldError", "Dyld Error Message", scalar(body["fatalDyldError"]), isMinor: false)
    add("dyldMessages", "Dyld Messages", texts(body["dyldMessages"]), isMinor: false)
    add("workQueueLimits", "Work Queue Limits", limits, isMinor: false)
    add("modificationWarnings", "External Modification Warnings", warnings)
    add(ReportDetail.consecutiveCrashesKey, "Consecutive Crash Count", scalar(body["consecutiveCrashCount"]), isMinor: false)
    add("throttleTimeout", "Throttle Timeout", body["throttleTimeout"]?.int.map { "\($0) seconds" }, isMinor: false)
    add("externalGPU", "External GPU", body["externalGPUInfo"])
    add("signatures", "Application Specific Signatures", texts(body["asiSignatures"]), isMinor: false)
    add("modifications", "External Modification Summary", modifications)
    add("vmSummary", "VM Region Summary", body["vmSummary"]?.string)
    add("mtePageTags", "MTE Page Tags", texts(body["mtePageTags"]))
    add("filteredLog", "Filtered Log", texts(body["filteredLog"]))
    for (key, value) in body["diagnosticOutput"]?.members ?? .none {
      let name = key.string
      add("diagnosticOutput.\(name)", "Diagnostic Output: \(name)", texts(value))
    }
  }

  /// What the system knew of itself and of the program's signature.
  private mutating func addState() {
    for (key, title) in Self.state { add(key, title, body[key]) }
  }

  private static let state: [(key: String, title: String)] = [
    ("lowPowerMode", "Low Power Mode"), ("isLocked", "Locked"), ("wasUnlockedSinceBoot", "Unlocked Since Boot"),
    ("bootSessionUUID", "Boot Session UUID"), ("codeSigningID", "Code Signing ID"), ("codeSigningTeamID", "Code Signing Team ID"),
    ("codeSigningFlags", "Code Signing Flags"), ("codeSigningTrustLevel", "Code Signing Trust Level"),
    ("codeSigningValidationCategory", "Code Signing Validation Category"),
    ("codeSigningAuxiliaryInfo", "Code Signing Auxiliary Info"), ("deployVersion", "Deploy Version"),
    ("trialInfo", "Trial Info"), ("instructionByteStream", "Instruction Byte Stream"),
  ]

  // MARK: Values

  private mutating func add(_ key: String, _ title: String, _ text: String?, isMinor: Bool = true) {
    guard let text, !text.isEmpty else { return }
    add(key, title, .text(text), isMinor: isMinor)
  }

  private mutating func add(_ key: String, _ title: String, _ value: JSONValue?) {
    add(key, title, value.map { ReportValue($0) })
  }

  private mutating func add(_ key: String, _ title: String, _ value: ReportValue?, isMinor: Bool = true) {
    guard let value, !value.isEmpty else { return }
    list.append(ReportDetail(key: key, title: title, value: value, isMinor: isMinor))
  }

  /// Returns the text of a string, number or truth value.
  private func scalar(_ value: JSONValue?) -> String? {
    switch value?.kind {
    case .string: value?.string
    case .number, .bool: value?.text
    default: nil
    }
  }

  /// `name [number]`.
  private func owner(_ name: String, _ number: String) -> String? {
    guard let text = body[name]?.string else { return nil }
    return text + (body[number]?.int.map { " [\($0)]" } ?? "")
  }

  /// `short (version)`.
  private func version(_ short: String?, _ version: String?) -> String? {
    guard let short else { return version }
    return short + (version.map { " (\($0))" } ?? "")
  }

  /// `ProjectName-SourceVersion~BuildVersion (ProductBuildVersion)`.
  private func build(_ info: JSONValue?) -> String? {
    guard let info else { return nil }
    let name = [info["ProjectName"], info["SourceVersion"]].compactMap { scalar($0) }.joined(separator: "-")
    let text = [name.isEmpty ? nil : name, scalar(info["BuildVersion"])].compactMap { $0 }.joined(separator: "~")
    guard let product = scalar(info["ProductBuildVersion"]) else { return text }
    return "\(text) (\(product))"
  }

  /// The strings of a value, one a line, if it has nothing else; any other value as it is.
  private func texts(_ value: JSONValue?) -> ReportValue? {
    guard let value else { return nil }
    let all = value.kind == .array ? Array(value.elements) : [value]
    guard all.allSatisfy({ $0.kind == .string }) else { return ReportValue(value) }
    return .text(all.compactMap { $0.string?.trimmingBlanks }.joined(separator: "\n"))
  }

  /// What the fields of the exception do not have of `exceptionReason`.
  private var exceptionReason: ReportValue? {
    body["exceptionReason"].map { ReportValue($0, omitting: ["name", "class", "composed_message"]) }
  }

  /// The warnings about changes by other processes; 0 stands for none.
  private var warnings: ReportValue? {
    body["extMods"]?["warnings"].flatMap { $0.int == 0 ? nil : texts($0) }
  }

  /// The calls by which processes changed others.
  private var modifications: ReportValue? {
    guard let all = body["extMods"], all.kind == .object else { return nil }
    let groups = ["targeted", "caller", "system"].compactMap { group -> ReportValue.Member? in
      let calls = ["task_for_pid", "thread_create", "thread_set_state"].compactMap { call in
        all[group]?[call]?.int.map { ReportValue.Member(call, .number(String($0))) }
      }
      return calls.isEmpty ? nil : ReportValue.Member(group, .object(calls))
    }
    return .object(groups)
  }

  private var limits: String? {
    let lines = (body["workQueueLimits"]?.members ?? .none).map { key, value in
      "\(key.string) Reached: \(scalar(value) ?? value.text) (too many dispatch threads blocked in synchronous operations)"
    }
    return lines.joined(separator: "\n")
  }
}
