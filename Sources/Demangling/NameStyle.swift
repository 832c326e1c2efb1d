internal import Glibc

/// The form of function names.
package enum NameStyle: Sendable, Hashable, CaseIterable {
  /// Demangled, Swift names in the simplified form that Apple's tools print.
  case short
  /// Demangled in full.
  case full
  case mangled
}
