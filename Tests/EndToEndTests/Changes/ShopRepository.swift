import Foundation
import TestSupport

/// A small repository of an app, and a report of a crash in its newest version: a check was removed between 1.2.0 and 1.3.0.
struct ShopRepository {
  let folder: TemporaryFolder
  /// The directory of the repository.
  var path: String { folder.path + "/repository" }
  /// The report.
  var report: String { folder.path + "/report.json" }

  private static let check = "    guard items.count > 0 else { return 0 }\n"
  private static func checkout(_ check: String, _ more: String) -> String {
    "struct Checkout {\n  func total(of items: [Int]) -> Int {\n    var sum = 0\n\(check)    sum += 1\n\(more)    return items[0] + sum\n  }\n}\n"
  }
  private static let cart = "struct Cart {\n  func pay() {\n    print(1)\n    print(Checkout().total(of: []))\n  }\n}\n"

  /// Makes it. The last subject is `subject`; the report has `extra` values under `contexts`.
  init(subject: String = "Drop the check", extra: [String: Any] = [:], tags: [String] = ["v1.2.0", "v1.3.0"]) throws {
    folder = try TemporaryFolder()
    try folder.write("* @all\n/Sources/Checkout.swift @shop/checkout @bob\n", to: "repository/.github/CODEOWNERS")
    try folder.write(Self.checkout(Self.check, ""), to: "repository/Sources/Checkout.swift")
    try folder.write(Self.cart, to: "repository/Sources/Cart.swift")
    try git("init", "-q", "-b", "main")
    try commit("Begin")
    try git("tag", tags[0])
    try folder.write("A shop.\n", to: "repository/README.md")
    try commit("Describe the shop")
    try folder.write(Self.checkout("", "    sum += 2\n"), to: "repository/Sources/Checkout.swift")
    try commit(subject)
    if tags.count > 1 { try git("tag", tags[1]) }
    try writeReport(extra)
  }

  /// Runs git in the repository, with no configuration of a user.
  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let own = ["-c", "user.name=Ann Author", "-c", "user.email=ann@example.com", "-c", "commit.gpgSign=false"]
    let run = try ToolRun.of("/usr/bin/git", ["-C", path] + own + arguments, environment: ["GIT_CONFIG_NOSYSTEM": "1"])
    guard run.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["git": run.stderr]) }
    return run.stdout
  }

  private func commit(_ subject: String) throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", subject)
  }

  private func writeReport(_ extra: [String: Any]) throws {
    func frame(_ function: String, _ file: String, _ line: Int, _ address: String) -> [String: Any] {
      [
        "function": function, "abs_path": "/Users/ci/shop/Sources/\(file)", "filename": file, "lineno": line,
        "package": "/app/Shop.app/Shop", "in_app": true, "instruction_addr": address,
      ]
    }
    var contexts: [String: Any] = [
      "app": ["app_identifier": "com.example.shop", "app_version": "1.3.0", "app_build": "130", "app_name": "Shop"],
      "os": ["name": "iOS", "version": "17.1"],
    ]
    contexts.merge(extra) { $1 }
    let frames = [
      frame("Cart.pay()", "Cart.swift", 4, "0x100001100"), frame("Checkout.total(of:)", "Checkout.swift", 6, "0x100001000"),
    ]
    let exception: [String: Any] = [
      "type": "EXC_BAD_ACCESS", "value": "KERN_INVALID_ADDRESS at 0x10", "mechanism": ["type": "mach", "handled": false],
      "stacktrace": ["frames": frames],
    ]
    let event: [String: Any] = [
      "event_id": "0123456789abcdef0123456789abcdef", "platform": "cocoa", "timestamp": "2026-11-01T10:00:00Z",
      "contexts": contexts,
      "exception": ["values": [exception]],
    ]
    try folder.write([UInt8](JSONSerialization.data(withJSONObject: event, options: .sortedKeys)), to: "report.json")
  }
}
