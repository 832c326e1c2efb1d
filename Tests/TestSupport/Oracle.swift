import Foundation

/// Other programs in Python, with the packages that `make oracles` installs for them.
package enum Oracle {
  /// Runs a script of the repository, which may import those packages.
  package static func run(_ script: String, _ arguments: [String]) throws -> ToolRun {
    try ToolRun.of("/usr/bin/python3", [script] + arguments, environment: environment)
  }

  /// Returns whether Python can import a module.
  static func has(_ module: String) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return false }
    return (try? ToolRun.of("/usr/bin/python3", ["-c", "import " + module], environment: environment).status) == 0
  }

  private static let environment: [String: String?] = [
    "PYTHONPATH": Checkout.path(".build/oracles"), "PYTHONDONTWRITEBYTECODE": "1",
  ]
}
