extension DroppedKeys {
  /// Apple's `.ips` reports.
  static let ips = DroppedKeys(
    ".ips",
    [
      ("header.app_name", "the body has it"), ("header.name", "the body has it"), ("header.app_version", "the body has it"),
      ("header.build_version", "the body has it"), ("header.bundleID", "the body has it"),
      ("header.bundle_id", "the body has it"), ("header.os_version", "the body has it"),
      ("header.incident_id", "the body has it"), ("header.timestamp", "the body has it"),
      ("header.bug_type", "it is the kind of the report"), ("header.slice_uuid", "it is the ID of the first image"),
      ("header.platform", "the number of the system, which has a name"),
      ("header.is_first_party", "about the transmission of the report"),
      ("header.share_with_app_devs", "about the transmission of the report"),
      ("header.roots_installed", "about the transmission of the report"),
      ("header.adam_id", "about the transmission of the report"),
      ("procRole", "left out if it is `Unspecified`"), ("version", "the version of the format"),
      ("logWritingSignature", "a checksum of the report"),
      ("bug_type", "it is the kind of the report"), ("osVersion.isEmbedded", "it decides the layout of the text"),
      ("exception.rawCodes", "`codes` has them"), ("termination.flags", "bits that no tool prints"),
      ("procStartAbsTime", "the lifetime is their difference"), ("procExitAbsTime", "the lifetime is their difference"),
      ("faultingThread", "the thread is marked as crashed"), ("threads[].triggered", "the thread is marked as crashed"),
      ("threads[].id", "nothing else in the report refers to it"),
      ("threads[].threadState.pc.matchesCrashFrame", "the crashed thread has the frame"),
      ("threads[].threadState.*.matchesCrashFrame", "the crashed thread has the frame"),
      ("threads[].threadState.flavor", "the registers show it"), ("usedImages[].source", "how the image was found"),
      ("binaryImages[][]", "ID, address and architecture are shown; how the image was found is not"),
      ("usedImages[].CFBundleVersion", "the ID identifies the image"),
      ("sharedCache.size", "it only tells which images are outside"),
      ("threads[].instructionState.instructionStream.bytes[]", "the text has them in hexadecimal"),
      ("processByPid.*.threadById.*.id", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.state", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.waitEvent", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.continuation", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.userTime", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.systemTime", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.user_usec", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.system_usec", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.basePriority", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.schedPriority", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.schedFlags", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.qosRequested", "scheduling of all threads of the system"),
      ("processByPid.*.threadById.*.qosEffective", "scheduling of all threads of the system"),
      ("processByPid.*.pid", "figures of all processes of the system"),
      ("processByPid.*.residentMemoryBytes", "figures of all processes of the system"),
      ("processByPid.*.timesDidThrottle", "figures of all processes of the system"),
      ("processByPid.*.timesThrottled", "figures of all processes of the system"),
      ("processByPid.*.systemTimeTask", "figures of all processes of the system"),
      ("processByPid.*.userTimeTask", "figures of all processes of the system"),
      ("processByPid.*.pageIns", "figures of all processes of the system"),
      ("processByPid.*.pageFaults", "figures of all processes of the system"),
      ("processByPid.*.copyOnWriteFaults", "figures of all processes of the system"),
    ], inside: ["stackshot"])

  /// KSCrash's reports.
  static let ksCrash = DroppedKeys(
    "KSCrash",
    [
      ("report.version", "it decides how the report is read"), ("report.type", "it says nothing about the crash"),
      ("report.finalized", "it says nothing about the crash"), ("report.run_id", "it says nothing about the crash"),
      ("report.monitor_id", "it says nothing about the crash"),
      ("binary_images[].image_vmaddr", "the debug file has it"), ("binary_images[].major_version", "versions are not compared"),
      ("binary_images[].minor_version", "versions are not compared"),
      ("binary_images[].revision_version", "versions are not compared"),
      ("binary_images[].cpu_type", "the architecture has a name"), ("binary_images[].cpu_subtype", "the architecture has a name"),
      ("crash.threads[].state", "the frames show what a thread does"),
      ("crash.threads[].backtrace.contents[].symbol_addr", "the offset in the function is shown"),
      ("crash.threads[].backtrace[].symbol_addr", "the offset in the function is shown"),
      ("crash.crashed_thread.backtrace.contents[].symbol_addr", "the offset in the function is shown"),
      ("crash.error.nsexception.backtrace[].symbol_addr", "the offset in the function is shown"),
      ("crash.error.type", "the exception, the signal or the kind of the report says it"),
      ("crash.error.mach.exception", "the exception has a name"), ("crash.error.signal.signal", "the signal has a name"),
      ("crash.error.signal.code_name", "the name of the Mach exception's code says it, or the code is 0"),
      ("crash.threads[].stack.grow_direction", "it is the same everywhere"),
      ("crash.threads[].stack.stack_pointer", "the registers have it"),
      ("system.cpu_type", "the architecture has a name"), ("system.cpu_subtype", "the architecture has a name"),
      ("system.binary_cpu_type", "the architecture has a name"), ("system.binary_cpu_subtype", "the architecture has a name"),
      ("report.timestamp", "it is the date of the report"),
    ], inside: ["recrash_report", "recrash_report.json_data"])

  /// MetricKit's diagnostics.
  static let metricKit = DroppedKeys(
    "MetricKit",
    [
      ("version", "the version of the format"), ("*.version", "the version of the format"),
      ("*[].version", "the version of the format"),
      ("crashDiagnostics[].diagnosticMetaData.terminationReason", "its parts are shown"),
    ])

  /// Sentry's events.
  static let sentry = DroppedKeys(
    "Sentry",
    [
      ("envelope", "the headers of an envelope and of its items are about the transmission; the event has what describes it"),
      ("platform", "it decides how the event is read"), ("level", "left out if it is `fatal`"),
      ("exception.values[].mechanism.posix_signal.code_name", "left out if the code is 0"),
      ("exception.values[].mechanism.meta.signal.code_name", "left out if the code is 0"),
      ("contexts.*.type", "it repeats the key"),
      ("exception.values[].mechanism.mach_exception.exception", "the exception has a name"),
      ("exception.values[].mechanism.meta.mach_exception.exception", "the exception has a name"),
      ("exception.values[].mechanism.posix_signal.signal", "the signal has a name"),
      ("exception.values[].mechanism.meta.signal.number", "the signal has a name"),
      ("threads.values[].current", "the crashed thread is marked"),
      ("threads.values[].stacktrace.frames[].in_app", "the image decides whose code it is"),
      ("exception.values[].stacktrace.frames[].in_app", "the image decides whose code it is"),
      ("stacktrace.frames[].in_app", "the image decides whose code it is"),
      ("threads.values[].stacktrace.frames[].symbol_addr", "the offset in the function is shown"),
      ("exception.values[].stacktrace.frames[].symbol_addr", "the offset in the function is shown"),
      ("stacktrace.frames[].symbol_addr", "the offset in the function is shown"),
      ("debug_meta.images[].cpu_type", "the architecture has a name"),
      ("debug_meta.images[].cpu_subtype", "the architecture has a name"),
      ("debug_meta.images[].type", "the file decides what it is"), ("debug_meta.images[].image_vmaddr", "the debug file has it"),
      ("debug_meta.images[].major_version", "versions are not compared"),
      ("debug_meta.images[].minor_version", "versions are not compared"),
      ("debug_meta.images[].revision_version", "versions are not compared"),
    ])

  /// The Swift runtime's JSON.
  static let swiftBacktrace = DroppedKeys(
    "Swift",
    [
      ("kind", "it names the format"), ("images[].endOfText", "the size is shown"),
      ("threads[].frames[].kind", "shown in the words of the output"),
      ("threads[].frames[].description", "the symbol and the offset repeat it"),
      ("threads[].frames[].system", "the path of the image tells whose frame it is"),
    ])

  /// The JSON of minidump-stackwalk.
  static let minidump = DroppedKeys(
    "minidump-stackwalk",
    [
      ("status", "there is output only if it is OK"), ("thread_count", "the threads are counted"),
      ("crash_info.crashing_thread", "the crashed thread is marked"),
      ("crashing_thread.threads_index", "the crashed thread is marked"),
      ("crashing_thread.thread_index", "the crashed thread is marked"),
      ("crashing_thread.frames", "the thread is in the list"), ("crashing_thread.frame_count", "the frames are counted"),
      ("threads[].frame_count", "the frames are counted"),
      ("threads[].frames[].missing_symbols", "it is about the symbols of that tool"),
      ("threads[].frames[].module_offset", "it is the address without the load address"),
      ("threads[].frames[].trust", "guesses are counted in a note"),
      ("modules_contains_cert_info", "it is about the dump"),
      ("modules[].debug_file", "the file is found by its ID"), ("modules[].debug_id", "it is the build ID in another form"),
      ("modules[].loaded_symbols", "it is about the symbols of that tool"),
      ("modules[].missing_symbols", "it is about the symbols of that tool"),
      ("modules[].corrupt_symbols", "it is about the symbols of that tool"),
      ("modules[].symbol_url", "it is about the symbols of that tool"),
    ])

  /// JSON of any other shape.
  static let anyJSON = DroppedKeys(
    "other JSON",
    [
      ("threads[].frames[].frame_index", "the frames are in this order"),
      ("exceptions[].frames[].frame_index", "the frames are in this order"),
      ("events[].exception.threads[].frames[].frame_index", "the frames are in this order"),
      ("events[].exception.exceptions[].frames[].frame_index", "the frames are in this order"),
    ])
}
