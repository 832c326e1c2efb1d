/// What health needs of a crash: which version, when, on which device.
struct CrashSighting {
  let app: String
  let version: String?
  let build: String?
  let day: String?
  /// The hash of the device; 0 when unknown.
  let device: UInt64
}
