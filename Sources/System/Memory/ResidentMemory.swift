internal import Glibc

/// The memory that this process occupies now.
package enum ResidentMemory {
  /// The number of bytes, mapped files included (the second field of /proc/self/statm), or nil where the system does not say.
  package static var size: Int? {
    guard let text = try? FileSystem.beginning(of: "/proc/self/statm", limit: 256) else { return nil }
    let fields = text.split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return nil }
    return pages.multipliedReportingOverflow(by: Int(sysconf(CInt(_SC_PAGESIZE)))).partialValue
  }
}
