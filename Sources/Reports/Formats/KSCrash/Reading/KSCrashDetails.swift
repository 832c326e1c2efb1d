import AppleLayout
import CrashModel
import JSONText

/// Reads the further contents of a KSCrash report: the app's own data, memory, statistics, and the crash of the crash handler.
struct KSCrashDetails {
  /// The report of the crash.
  let main: JSONValue
  /// The report of a crash inside the crash handler, or nil if there was none.
  let recrash: JSONValue?

  private var error: JSONValue? { main["crash"]?["error"] }

  /// Returns all non-empty details, in the order of the text.
  func list() -> [ReportDetail] {
    let user = error?["user_reported"]
    let zombie = main["process"]?["last_dealloced_nsexception"].map { ReportValue($0, omitting: ["backtrace"]) }
    let all: [(key: String, title: String, value: ReportValue?)] = [
      ("lineOfCode", "Line of Code", user?["line_of_code"].map { ReportValue($0) }),
      ("language", "Language", user?["language"].map { ReportValue($0) }),
      ("referencedObject", "Object Referenced by NSException", value(error?["nsexception"]?["referenced_object"])),
      ("exceptionUserInfo", "User Info of NSException", value(error?["nsexception"]?["userInfo"])),
      ("stackDump", "Stack Dump", stackDump()),
      ("notableAddresses", "Notable Addresses", value(crashedThread?["notable_addresses"])),
      ("lastDeallocatedException", "Last Deallocated NSException", zombie),
      ("applicationStats", "Application Stats", value(Self.applicationStats(main)) ?? statsOfVersion1()),
      ("memoryStatistics", "Memory Statistics", value(main["system"]?["app_memory"])),
      ("system", "System", system()),
      ("memoryTermination", "Memory Termination", value(error?["memory_termination"])),
      ("hang", "Hang", value(error?["hang"])),
      ("profile", "Profile", error?["profile"].map { ReportValue($0, omitting: ["frames", "samples"]) }),
      ("consoleLog", "Console Log", value(main["debug"]?["console_log"])),
      ("diagnosis", "CrashDoctor Diagnosis", value(main["crash"]?["diagnosis"])),
      ("userData", "User Data", value(main["user"])),
      ("userDataAtCrash", "User Data at the Crash", value(main["user_atcrash"])),
      ("sentryScope", "Sentry Scope", value(main["sentry_sdk_scope"])),
    ]
    let above = parent.map {
      ReportDetail(key: ReportDetail.parentProcessKey, title: "Parent Process", value: .text($0), isMinor: true)
    }
    return ReportDetail.list(all) + [above].compactMap(\.self)
  }

  /// Returns the statistics of a report. Some libraries write values that change while the app runs into a separate object.
  static func applicationStats(_ main: JSONValue) -> JSONValue? {
    main["system"]?["application_stats"] ?? main["system_atcrash"]?["application_stats"]
  }

  /// Returns the statistics of version 1, which are among the other values of the system.
  private func statsOfVersion1() -> ReportValue? {
    let members = (main["system"]?.members ?? .none).filter { key, _ in
      let name = key.string
      return name.hasSuffix("_since_last_crash") || name.hasSuffix("_since_launch") || name.hasPrefix("application_")
    }
    return .object(members.map { ReportValue.Member($0.key.string, ReportValue($0.value)) })
  }

  /// Returns the further values of the machine besides its model and system.
  private func system() -> ReportValue? {
    let names =
      [
        "memory", "mem_size", "usable_memory", "free_memory", "storage", "freeStorage", "jailbroken", "proc_translated",
        "build_type", "boot_time", "time_zone", "kernel_version", "clang_version",
      ] + Self.endOfRun
    let system = main["system"]
    return .object(
      names.compactMap { name in
        (system?[name] ?? main["system_atcrash"]?[name]).map { ReportValue($0) }.flatMap {
          $0.isEmpty ? nil : ReportValue.Member(name, $0)
        }
      })
  }

  /// The keys for the state of the device and the process when the run ended. KSCrash adds them at the next launch (version 3.9).
  private static let endOfRun = [
    "battery_level", "battery_state", "low_power_mode_enabled", "cpu_core_count", "cpu_usage_user", "cpu_usage_system",
    "cpu_state",
    "cpu_average_usage_permil", "cpu_time_in_window", "cpu_wall_time_in_window", "thermal_state", "thread_count",
    "data_protection_active", "task_role", "user_perceptible", "termination_reason", "process_start_wall_clock_ns",
    "process_start_monotonic_ns",
  ]

  /// `launchd [1]`.
  private var parent: String? {
    let system = main["system"]
    guard let number = system?["parent_process_id"]?.int else { return system?["parent_process_name"]?.string }
    return (system?["parent_process_name"]?.string ?? "?") + " [\(number)]"
  }

  private func value(_ value: JSONValue?) -> ReportValue? { value.map { ReportValue($0) } }

  private var crashedThread: JSONValue? {
    main["crash"]?["threads"]?.elements.first { $0["crashed"]?.bool == true } ?? main["crash"]?["crashed_thread"]
  }

  /// Returns the memory around the stack pointer of the crashed thread.
  private func stackDump() -> ReportValue? {
    guard let stack = crashedThread?["stack"], stack["dump_start"] != nil else { return nil }
    func address(_ name: String) -> ReportValue.Member? {
      stack[name]?.address.map { ReportValue.Member(name == "dump_start" ? "start" : "end", .text(TextColumns.hex($0))) }
    }
    let contents = ["contents", "error"].compactMap { name in
      stack[name]?.string.map { ReportValue.Member(name, .text($0)) }
    }
    return .object([address("dump_start"), address("dump_end")].compactMap { $0 } + contents)
  }

  // MARK: The crash of the handler

  /// Returns the crash of the handler, or nil if there was none.
  func handlerCrash() -> HandlerCrash? {
    guard let recrash, let crash = recrash["crash"], crash.kind == .object else { return nil }
    var result = HandlerCrash()
    result.identifier = recrash["report"]?["id"]?.string ?? recrash["crash_id"]?.string
    result.time = recrash["report"]?["timestamp"].flatMap { KSCrashMetadata.time($0) }
    result.exception = crash["error"].map { KSCrashMetadata.exception($0) }
    result.thread = Self.handlerThread(recrash)
    result.diagnosis = crash["diagnosis"]?.string
    return result
  }

  /// Returns the thread that the handler ran on, without frames, or nil if the report does not say.
  static func handlerThread(_ recrash: JSONValue?) -> CrashThread? {
    guard let value = recrash?["crash"]?["crashed_thread"] else { return nil }
    var thread = CrashThread(index: value["index"]?.int ?? 0, crashed: true)
    thread.name = value["name"]?.string
    thread.queue = value["dispatch_queue"]?.string
    thread.registers = KSCrashReader.registers(value)
    return thread
  }
}
