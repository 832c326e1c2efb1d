internal import System

extension SystemBuild {
  /// Reads the system that a shared cache belongs to from the path of its main file: a directory named as Xcode's and
  /// pymobiledevice3's (`26.1 (23B85)`, `iPhone18,3 26.1 (23B85)`, `26.1 (23B85)/arm64e`), a simulator's runtime
  /// (`com.apple.CoreSimulator.SimRuntime.iOS-18-6.22G86`), or `SystemVersion.plist` of a system that is mounted or was copied
  /// with it. Returns nil if none of them says the build.
  init?(ofCacheAt path: String) {
    let components = FileSystem.absolute(path).split(separator: "/").map(String.init)
    for (position, name) in components.enumerated().reversed() {
      if let build = SystemBuild(folderName: name, around: position > 0 ? components[position - 1] : "")
        ?? SystemBuild(runtimeName: name)
      {
        self = build
        return
      }
    }
    var folder = Path.parent(of: FileSystem.absolute(path))
    while !folder.isEmpty, folder != "/" {
      if let build = SystemBuild(volume: folder) {
        self = build
        return
      }
      folder = Path.parent(of: folder)
    }
    return nil
  }

  /// Reads the name of a simulator's runtime: system, version with dashes, a dot, the build.
  private init?(runtimeName: String) {
    let prefix = "com.apple.CoreSimulator.SimRuntime."
    guard runtimeName.hasPrefix(prefix) else { return nil }
    let words = runtimeName.dropFirst(prefix.utf8.count).split(separator: ".", maxSplits: 1)
    guard words.count == 2, let dash = words[0].firstIndex(of: "-") else { return nil }
    let version = words[0][dash...].dropFirst().split(separator: "-").joined(separator: ".")
    self.init(name: String(words[0][..<dash]) + " Simulator", version: version, build: String(words[1]))
  }

  /// Reads the property list of a system whose root is `folder`.
  private init?(volume folder: String) {
    let list = Path.join(folder, "System/Library/CoreServices/SystemVersion.plist")
    guard FileSystem.status(list)?.kind == .file, let bytes = try? FileSystem.contents(of: list, limit: 1 << 16) else {
      return nil
    }
    let strings = PropertyListStrings(bytes)
    guard let build = strings["ProductBuildVersion"], let version = strings["ProductVersion"] else { return nil }
    self.init(name: strings["ProductName"], version: version, build: build)
  }
}
