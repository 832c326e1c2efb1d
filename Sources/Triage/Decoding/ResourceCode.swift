/// The first code of an `EXC_RESOURCE` exception. Source: xnu `osfmk/kern/exc_resource.h`.
struct ResourceCode: Hashable, Sendable {
  /// The type: `CPU`, `WAKEUPS`, `MEMORY`, `IO`, `THREADS`, `PORTS`.
  let type: String
  /// The number of the flavor.
  let flavor: UInt64
  /// The limit in words.
  let limit: String

  /// Takes a code apart: type in bits 63 to 61, flavor in 60 to 58, the rest by type. Nil when the type is unknown.
  init?(_ code: UInt64) {
    let number = Int(code >> 61)
    guard Self.types.indices.contains(number - 1) else { return nil }
    type = Self.types[number - 1]
    flavor = code >> 58 & 7
    limit =
      switch type {
      case "CPU": "\(code & 0x7f) % of a processor over \(code >> 7 & 0x1ff_ffff) s"
      case "WAKEUPS": "\(code & 0xf_ffff) wakeups a second over \(code >> 20 & 0xfff) s"
      case "MEMORY": "\(code & 0x1fff) MB"
      case "IO": "\(code & 0x7fff) MB over \(code >> 15 & 0x1_ffff) s"
      case "THREADS": "\(code & 0x7fff) threads"
      default: "\(code & 0xff_ffff) ports"
      }
  }

  /// Whether the process was ended for it: CPU_FATAL and high watermarks of memory are fatal, warnings and diagnostics are not.
  var isFatal: Bool { type == "CPU" ? flavor == 2 : type == "MEMORY" ? flavor == 1 : true }

  private static let types = ["CPU", "WAKEUPS", "MEMORY", "IO", "THREADS", "PORTS"]
}
