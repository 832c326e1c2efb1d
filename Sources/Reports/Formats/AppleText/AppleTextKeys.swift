/// Keys of the header of Apple's text reports.
enum AppleTextKeys {
  /// Returns whether a key ends the lines about the reason why the process was ended.
  static func endTermination(_ key: String) -> Bool { ends.contains(key) || beginnings.contains { key.hasPrefix($0) } }

  /// The keys of reports about processor time, disk writes, wake-ups and hangs, what happened first.
  static let resources = [
    "CPU", "Writes", "Wakeups", "Duration", "Duration Sampled", "Steps", "Action taken", "CPU used", "CPU duration", "CPU limit",
    "Writes limit", "Wakeups limit", "Limit duration", "Reason",
  ]

  /// Values of several lines, as the details of `.ips` reports name them.
  static let longValues = [(key: "vmRegionInfo", title: "VM Region Info"), (key: "kernelTriage", title: "Kernel Triage")]

  /// Returns whether a line is a title of Apple's own.
  static func isTitle(_ text: String) -> Bool { text.hasPrefix("Translated Report") || text.hasPrefix("Full Report") }

  /// Returns whether the value of a key is read.
  static func isRead(_ key: String) -> Bool {
    read.contains(key) || resources.contains(key) || key.hasPrefix(nearRegions) || longValues.contains { $0.title == key }
      || key.hasSuffix(" Reached")
  }

  private static let read: Set<String> = [
    "Incident Identifier", "Process", "Powerstats for", "Command", "PID", "Path", "Identifier", "Version", "Code Type",
    "Architecture", "Role", "Date/Time", "Launch Time", "Hardware Model", "Hardware model", "Model", "OS Version", "Platform",
    "CrashReporter Key", "Anonymous UUID", "Shared Cache", "UUID", "Event", "Analysis Tool", "Crashed Thread",
    "Triggered by Thread", "Exception Type", "Exception Subtype", "Exception Codes", "Exception Note", "Exception Reason",
    "Exception Name", "Exception Class", "Last Exception", "Termination Reason", "Termination Signal", "Termination Description",
    "Terminating Process", "Dyld Error Message", "Error Code", "Logical CPU", "Trap Number", "Handler crashed while reporting",
    "Recrash Diagnosis",
  ]

  /// The beginning of a key that ends with an address: `VM Regions Near 0x1:`.
  static let nearRegions = "VM Regions Near "

  private static let beginnings = ["Terminati", "Exception ", "Triggered by Thread", "Crashed Thread", "Highlighted by Thread"]

  private static let ends: Set<String> = [
    "VM Region Info", "VM Regions Near", "Dyld Error Message", "Dyld Version", "Filtered syslog", "Process", "Path", "Identifier",
    "Version", "Code Type", "Parent Process", "Role", "Date/Time", "OS Version", "Report Version", "Launch Time",
    "Hardware Model",
    "CrashReporter Key", "Incident Identifier", "Anonymous UUID", "External Modification Warnings", "System Integrity Protection",
    "Kernel Triage", "Last Exception", "Error Formulating Crash Report", "Notes", "Model", "Time Awake Since Boot",
    "Time Since Wake", "Extra Information", "Diagnostic Message", "Trial Info",
  ]
}
