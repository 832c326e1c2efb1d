import Foundation

/// Where the checkout and the material of tests lie.
package enum Checkout {
  /// The top folder of the repository, without a trailing `/`.
  package static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// The path of something in the repository, for example `Fixtures/Reports`.
  package static func path(_ relative: String) -> String { root + "/" + relative }
}

/// The folder `Fixtures` of the repository.
package enum FixtureFolder {
  /// Its path.
  package static let path = Checkout.path("Fixtures")

  /// The path of a fixture, for example `Reports/ips/shop.ips`.
  package static func path(_ relative: String) -> String { path + "/" + relative }

  /// Whether a fixture is there.
  package static func has(_ relative: String) -> Bool { FileManager.default.fileExists(atPath: path(relative)) }

  /// The bytes of a fixture; fails the test that asks when it is missing.
  package static func bytes(_ relative: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }

  /// The text of a fixture.
  package static func text(_ relative: String) throws -> String { String(decoding: try bytes(relative), as: UTF8.self) }

  /// The paths, relative to `Fixtures`, of all regular files below a folder of it, sorted; empty when it is not there.
  package static func files(below folder: String) -> [String] {
    Files.below(path(folder)).map { folder + "/" + $0 }
  }
}

/// Lists of files.
package enum Files {
  /// The paths, relative to `folder`, of all regular files below it, sorted bytewise; empty when it is not there.
  package static func below(_ folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isDirectory) && !isDirectory.boolValue
    }.sorted()
  }
}
