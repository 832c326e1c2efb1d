internal import Glibc

/// The machine and the system that the program runs on.
package enum MachineDescription {
  /// `Linux 6.1.0 x86_64, glibc 2.36, 2 processors, pages of 4096 bytes`.
  package static var text: String {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return "unknown" }
    func text<Field>(_ field: Field) -> String {
      unsafe withUnsafeBytes(of: field) { bytes in unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }
    var library = [CChar](repeating: 0, count: 64)
    _ = unsafe confstr(CInt(_CS_GNU_LIBC_VERSION), &library, library.count)
    let version = String(decoding: library.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine)), \(version), "
      + "\(Environment.processorCount) processors, pages of \(sysconf(CInt(_SC_PAGESIZE))) bytes"
  }
}
