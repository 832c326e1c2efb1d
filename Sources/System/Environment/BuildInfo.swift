internal import CSystem

/// What `make` records when it builds the program. Other builds have none.
package enum BuildInfo {
  /// The commit, with `-dirty` if files were changed, or nil if unknown.
  package static var commit: String? { unsafe symbolicate_build_commit().map { unsafe String(cString: $0) } }

  /// The day of the build, or of `$SOURCE_DATE_EPOCH`: `2026-11-22`, or nil if unknown.
  package static var date: String? { unsafe symbolicate_build_date().map { unsafe String(cString: $0) } }

  /// The version of the Swift toolchain, or nil if unknown.
  package static var swiftVersion: String? { unsafe symbolicate_build_swift().map { unsafe String(cString: $0) } }
}
