internal import CArchive

/// The library that reads archives.
package enum ArchiveLibrary {
  /// Whether it is installed.
  package static var isInstalled: Bool { symbolicate_archive_is_installed() != 0 }
}
