import CrashModel
import JSONText
import SymbolModel

/// Writes what a report contains besides its call stacks.
enum JSONOverview {
  /// Writes the keys from `id` to `applicationSpecificInformation`.
  static func write(_ report: CrashReport, deviceKey: String? = nil, to writer: inout JSONWriter) {
    writer.member("id", report.identifier)
    writer.object("process") { writer in
      writer.member("name", report.process.name)
      writer.member("bundleID", report.process.bundleID)
      writer.member("version", report.process.version)
      writer.member("build", report.process.build)
      writer.member("pid", report.process.pid)
      writer.member("path", report.process.path)
    }
    writer.object("device") { writer in
      writer.member("model", report.device.model)
      writer.member("cpuType", report.device.cpuType)
      writer.member("key", deviceKey)
    }
    writer.object("os") { writer in
      writer.member("name", report.system.name)
      writer.member("version", report.system.version)
      writer.member("build", report.system.build)
    }
    if let cache = report.sharedCache {
      writer.object("sharedCache") { writer in
        writer.member("id", cache.id.description)
        writer.hexMember("loadAddress", cache.base.value)
      }
    }
    writer.member("time", report.time)
    writer.member("launchTime", report.launchTime)
    writer.member("lifetimeMilliseconds", report.lifetime.map { UInt64(min(max($0 * 1000, 0), 1e15).rounded()) })
    writer.object("exception") { write(report.exception, to: &$0) }
    writer.object("termination") { write(report.termination, to: &$0) }
    writer.member("applicationSpecificInformation", report.applicationSpecificInformation)
  }

  /// Writes the keys of an exception, without the braces.
  static func write(_ exception: CrashException?, to writer: inout JSONWriter) {
    guard let exception else { return }
    writer.member("type", exception.type)
    writer.member("signal", exception.signal)
    writer.member("codes", exception.codes)
    writer.member("subtype", exception.subtype)
    writer.member("message", exception.message)
    writer.hexMember("faultAddress", exception.wholeFaultAddress?.value)
    writer.member("name", exception.name)
    writer.member("mangledName", exception.mangledName)
    writer.member("reason", exception.reason)
    writer.member("class", exception.className)
  }

  private static func write(_ termination: Termination?, to writer: inout JSONWriter) {
    guard let termination else { return }
    writer.member("namespace", termination.namespace)
    writer.member("code", termination.code)
    writer.member("indicator", termination.indicator)
    writer.member("details", termination.details)
    writer.member("byProcess", termination.byProcess)
    writer.member("byPID", termination.byPID)
  }

  /// Writes the key `memory`.
  static func write(_ memory: MemoryReport?, to writer: inout JSONWriter) {
    guard let memory else { return }
    writer.object("memory") { writer in
      writer.member("pageSize", memory.pageSize)
      writer.member("largestProcess", memory.largestProcess)
      writer.object("pages") { writer in
        for (use, count) in memory.pages { writer.member(ofReport: use, .number(String(count))) }
      }
      if !memory.facts.isEmpty { writer.member(ofReport: "reported", .object(memory.facts)) }
      writer.array("processes", memory.processes) { writer, process in
        writer.member("name", process.name)
        writer.member("pid", process.pid)
        writer.member("states", process.states)
        writer.member("reason", process.reason)
        writer.member("bytes", process.bytes)
        writer.member("peak", process.peak)
        writer.member("limit", process.limit)
        if process.isLimitInferred { writer.member("limitInferred", true) }
        if process.isLargest { writer.member("largest", true) }
        if !process.facts.isEmpty { writer.member(ofReport: "reported", .object(process.facts)) }
      }
    }
  }

  /// Writes the key `diagnostics`.
  static func write(_ diagnostics: [ReportDiagnostic], to writer: inout JSONWriter) {
    writer.array("diagnostics", diagnostics) { writer, diagnostic in
      writer.member("severity", diagnostic.severity.rawValue)
      writer.member("message", diagnostic.message)
      writer.member("line", diagnostic.line)
      writer.member("byte", diagnostic.byte)
    }
  }

  /// Writes the keys of an image, without the braces.
  static func write(image position: Int, of answers: SymbolicatedReport, to writer: inout JSONWriter) {
    let image = answers.report.images[position]
    let status = answers.imageStatuses[position]
    writer.member("name", image.name)
    writer.member("path", image.path)
    if let id = image.id { writer.member("id", plain: { $0.append(id) }) }
    writer.member("arch", image.architecture?.name)
    writer.hexMember("loadAddress", image.loadAddress?.value)
    // A placeholder for everything else has no size.
    if !image.isPlaceholder { writer.member("size", image.size) }
    writer.member("inApp", image.inApp)
    writer.member("status", status.status.rawValue)
    writer.member("debugFiles", status.debugFiles)
    writer.member("reason", answers.reason(ofImage: position))
    writer.member("reasonCode", status.reasonCode?.rawValue)
    writer.member("usedMismatch", status.usedMismatch)
    writer.member("lookedIn", status.lookedIn)
  }
}
