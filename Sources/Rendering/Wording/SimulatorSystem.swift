import Bytes
import CrashModel

/// The system of a simulator's runtime, as the paths of its images have it: reports of simulators state the build of the Mac, or the
/// Mac's system.
enum SimulatorSystem {
  /// Returns the system that most of the images are from, or nil if that is no simulator's. `stated` is the report's own.
  static func find(_ images: some Collection<BinaryImage>, stated: OperatingSystem) -> OperatingSystem? {
    let count = images.count
    var others = 0
    var system = OperatingSystem()
    for image in images {
      if let path = image.path, isOfSimulator(path) {
        read(path, into: &system)
      } else {
        others += 1
        if others * 2 >= count { return nil }
      }
    }
    if count == 0 { return nil }
    let isHost = stated.name.map { $0.hasPrefix("mac") || $0.hasPrefix("Mac") } ?? true
    if system.version == nil, !isHost { (system.name, system.version) = (stated.name, stated.version) }
    system.name = (system.name ?? "iOS") + " Simulator"
    return system
  }

  private static func isOfSimulator(_ path: String) -> Bool {
    path.containsBytes(of: ".simruntime/") || path.containsBytes(of: "Simulator.platform/")
      || path.containsBytes(of: "/CoreSimulator/Volumes/")
  }

  /// Reads `/Library/Developer/CoreSimulator/Volumes/iOS_23B86/.../iOS 26.1.simruntime/...`.
  private static func read(_ path: String, into system: inout OperatingSystem) {
    guard system.version == nil || system.build == nil else { return }
    for part in path.split(separator: "/") {
      if part.hasSuffix(".simruntime") {
        let words = part.dropLast(11).split(separator: " ")
        guard words.count == 2 else { continue }
        (system.name, system.version) = (String(words[0]), String(words[1]))
      } else if let line = part.firstIndex(of: "_"), path.containsBytes(of: "/CoreSimulator/Volumes/\(part)/") {
        system.build = String(part[part.index(after: line)...])
      }
    }
  }
}
