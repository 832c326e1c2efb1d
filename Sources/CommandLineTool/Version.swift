/// The program's version, as `--version` prints it.
enum Version {
  /// Major, minor and patch, as the changelog counts them.
  static let text = "0.1.0"
}
