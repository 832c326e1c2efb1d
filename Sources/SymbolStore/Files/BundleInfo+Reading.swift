internal import Archives
internal import System

extension BundleInfo {
  /// Reads the property list of the innermost bundle around a file: a dSYM, a framework, an app or an .xcarchive. Empty if there
  /// is no bundle or no readable list.
  package init(around path: String) { self = (try? Self.recorded(around: path)) ?? BundleInfo() }

  /// Does the same for a record, and throws if the system fails to read a list: the record would lack it for ever.
  static func recorded(around path: String) throws(SystemError) -> BundleInfo {
    for list in lists(around: path) {
      do throws(SystemError) {
        let info = BundleInfo(propertyList: try FileSystem.contents(of: list, limit: 1 << 20))
        if !info.isEmpty { return info }
      } catch {
        if error.isPassing { throw error }
      }
    }
    return BundleInfo()
  }

  /// Reads the property list of the first app in a zip or tar file. Returns nil if there is none, or for any other file.
  package init?(ofAppInArchive path: String) {
    guard FileSystem.status(path)?.kind == .file, let walk = try? ArchiveWalk(path: path) else { return nil }
    while let member = (try? walk.next()) ?? nil {
      let folder = Path.parent(of: member.name)
      guard Path.lastComponent(of: member.name) == "Info.plist", folder.hasSuffix(".app") || folder.hasSuffix(".app/Contents"),
        let bytes = try? walk.head(1 << 20)
      else { continue }
      self.init(propertyList: bytes)
      return
    }
    return nil
  }

  /// Reads a property list, XML or binary.
  package init(propertyList bytes: [UInt8]) {
    let strings = PropertyListStrings(bytes)
    let prefix = "com.apple.xcode.dsym."
    identifier = strings["CFBundleIdentifier"].map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.utf8.count)) : $0 }
    version = strings["CFBundleShortVersionString"]
    build = strings["CFBundleVersion"]
  }

  /// Returns the possible paths of property lists that describe a file, those of the innermost bundle first.
  static func lists(around path: String) -> [String] {
    var result: [String] = []
    var folder = path
    while !folder.isEmpty, folder != "/", folder != "." {
      let name = Path.lastComponent(of: folder)
      if name.hasSuffix(".dSYM") { result.append(folder + "/Contents/Info.plist") }
      if name.hasSuffix(".framework") { result += ["/Info.plist", "/Resources/Info.plist"].map { folder + $0 } }
      if [".app", ".appex", ".xctest", ".bundle", ".plugin"].contains(where: { name.hasSuffix($0) }) {
        result += ["/Info.plist", "/Contents/Info.plist"].map { folder + $0 }
      }
      if name.hasSuffix(".xcarchive") { result.append(folder + "/Info.plist") }
      folder = Path.parent(of: folder)
    }
    return result
  }
}

extension SystemBuild {
  /// Reads the system from the path of a file in a DeviceSupport directory: `iOS DeviceSupport/17.1 (21B74)/Symbols/...`, also
  /// with a model before or an architecture after the version. Returns nil for a path that is not in such a directory.
  package init?(around path: String) {
    let components = path.split(separator: "/").map(String.init)
    guard let position = components.lastIndex(of: "Symbols"), position > 0 else { return nil }
    self.init(folderName: components[position - 1], around: position > 1 ? components[position - 2] : "")
  }

  /// Reads the name of such a directory. Returns nil if it has no version and build.
  package init?(folderName: String, around: String = "") {
    let words = folderName.split(separator: " ").map(String.init)
    guard let position = words.firstIndex(where: { $0.hasPrefix("(") && $0.hasSuffix(")") && $0.utf8.count > 3 }), position > 0
    else { return nil }
    let number = words[position - 1]
    guard number.utf8.first.map({ (48...57).contains($0) }) == true,
      number.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 })
    else { return nil }
    version = number
    build = String(words[position].dropFirst().dropLast())
    name = around.hasSuffix(" DeviceSupport") ? String(around.dropLast(" DeviceSupport".utf8.count)) : nil
  }
}
