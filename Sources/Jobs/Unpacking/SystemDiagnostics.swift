internal import System

/// Which files of a sysdiagnose archive are reports. Such an archive has gigabytes of logs and traces, which are not unpacked: crashes,
/// hangs and reports of resources are in `crashes_and_spins`, samples of all processes are in texts beside it.
enum SystemDiagnostics {
  /// Returns whether a file of an archive is in the directory of a sysdiagnose: `sysdiagnose_2026.11.20_11-43-03+0000_iPhone-OS_...`.
  static func holds(_ name: String) -> Bool { name.hasPrefix("sysdiagnose_") && name.utf8.contains(UInt8(ascii: "/")) }

  /// Returns whether such a file may be a report, by its name.
  static func mayBeReport(_ name: String) -> Bool {
    let file = Path.lastComponent(of: name)
    if suffixes.contains(where: file.hasSuffix) { return true }
    if prefixes.contains(where: file.hasPrefix) { return file.hasSuffix(".txt") }
    return name.split(separator: "/").contains("crashes_and_spins") && !file.hasSuffix(".log")
  }

  private static let suffixes = [
    ".ips", ".crash", ".spin", ".hang", ".diag", ".panic", ".ips.synced", ".shutdownStall", ".gpuRestart",
  ]
  private static let prefixes = ["spindump", "stacks", "microstackshots", "sample"]
}
