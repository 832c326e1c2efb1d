/// The options of `mcp`.
extension Flag {
  /// The options, without those of every command.
  static let assisting: [Flag] = [
    Flag(.allow, value: .path("DIR"), help: "A directory whose reports and debug files may be read; repeatable"),
    Flag(
      .symbols, short: "s", value: .path("PATH"),
      help: "A debug file, dSYM, .xcarchive, .zip of them, or a directory with more debug files; repeatable"),
    Flag(.store, value: .path("DIR"), help: "A store of debug files"),
  ]
}
