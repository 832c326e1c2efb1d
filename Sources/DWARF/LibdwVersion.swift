internal import CLibdw

/// The library that decodes line tables.
package enum LibdwVersion {
  /// The version of the libdw that is loaded, for example `0.188`.
  package static var text: String { unsafe dwfl_version(nil).map { unsafe String(cString: $0) } ?? "unknown" }
}
