/// The manual of `symbolicate check`.
enum CheckManual {
  /// Paragraphs on the work of the command.
  static let details = [
    "Every program and library of the build needs a debug file with its UUID or build ID, for each of its architectures. The debug "
      + "file must have debug information with lines: functions of the image are looked up in it. For each image the output has "
      + "one of these words:",
    "* ok: nothing is missing; warning: nothing is missing, and the next line says what is probably wrong",
    "* missing: no debug file has the ID; files with the name and another ID are listed",
    "* symbols, empty: the debug file with the ID has no debug information, or nothing at all",
    "* no-lines: there are functions and no lines",
    "* damaged, incomplete: the debug information cannot be read, or parts of it (.dwo) are missing",
    "* obfuscated: the functions have the names that Apple gave them when it built the app from bitcode",
    "* no-id: the image has no UUID or build ID, so that no debug file can belong to it",
    "* runtime: Apple's Swift libraries, of which there are no debug files; they need none",
    "Every bundle of JavaScript (main.jsbundle, index.android.bundle, .hbc) needs its source map, found as for reports: by debug ID, "
      + "by name, or as the only one; in APP itself, in the directories of --symbols, with --source-map, or in the store. Further words "
      + "for bundles: ambiguous, several source maps fit; other-build, they have other debug IDs; empty, the source map describes nothing.",
    "dSYM bundles without a debug file are listed as empty, and debug files that belong to no image as unused. Warnings are about "
      + "code that was compiled without debug information, source files in temporary directories, and libraries that lack an "
      + "architecture of the app.",
  ]

  /// Command lines with descriptions.
  static let examples: [(line: String, text: String)] = [
    ("symbolicate check Shop.xcarchive", "Check an archive of Xcode with the dSYMs in it."),
    ("symbolicate check Shop.ipa -s dSYMs", "Check an exported app with the dSYMs of its build."),
    ("symbolicate check Shop.app -s dSYMs --source-map main.jsbundle.map", "Check an app of React Native."),
    ("symbolicate check build/bin -s build/debug --json", "Check all programs in a directory of a Linux build."),
  ]
}
