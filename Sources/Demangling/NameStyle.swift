internal import Glibc

/// How function names are shown.
public enum NameStyle: Sendable, Hashable, CaseIterable {
  /// Demangled, Swift names in the simplified form that Apple's tools print.
  case short
  /// Demangled in full.
  case full
  /// As the linker knows them.
  case mangled
}
