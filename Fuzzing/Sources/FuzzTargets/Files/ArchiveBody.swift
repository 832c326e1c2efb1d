import Archives
import SourceBundles

/// Archives, compressed files and source bundles: names stay inside, and what they expand to is bounded.
enum ArchiveBody {
  private static let limit = 1 << 22

  @Sendable static func make() throws -> FuzzTarget.Body {
    let scratch = try ScratchFile("x")
    return { bytes in
      let path = try scratch.path(of: bytes)
      try walk(path, bytes.count)
      if let file = try? CompressedFile(path: path, minLimit: limit) { _ = try? file.next(limit + 1) }
      guard let bundle = try? SourceBundle(path: path) else { return }
      for file in ["main.swift", "/src/shop/main.swift"] { _ = (bundle.has(file), try? bundle.text(of: file)) }
    }
  }

  private static func walk(_ path: String, _ size: Int) throws(Finding) {
    guard let walk = try? ArchiveWalk(path: path, minLimit: limit) else { return }
    var total = 0
    while let member = (try? walk.next()) ?? nil {
      let parts = member.name.split(separator: "/", omittingEmptySubsequences: false)
      try expect(!parts.contains("..") && !member.name.hasPrefix("/"), "the name \(member.name) points outside")
      while let piece = try? walk.read(limit: 1 << 16), !piece.isEmpty { total += piece.count }
      try expect(total <= max(limit, 100 * size) + 1 << 16, "\(size) bytes expand to \(total) bytes")
    }
  }
}
