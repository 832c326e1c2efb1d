internal import DWARF

/// The versions of libraries that debug files are read with.
package enum LibraryVersions {
  /// The version of the libdw that is loaded, for example `0.188`.
  package static var libdw: String { LibdwVersion.text }
}
