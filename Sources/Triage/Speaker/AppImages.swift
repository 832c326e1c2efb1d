internal import CrashModel

/// Tells which images of one report are the app's.
struct AppImages {
  private let report: CrashReport
  private let rules: RuleSet
  /// Whether some image of the report is known to be the app's; else names decide.
  private let isKnown: Bool

  /// Looks at a report's images.
  init(_ report: CrashReport, _ rules: RuleSet) {
    self.report = report
    self.rules = rules
    let images = report.images.span
    var isKnown = false
    for position in images.indices where images[position].inApp { isKnown = true }
    self.isKnown = isKnown
  }

  /// Whether a frame lies in the app.
  func holds(_ frame: borrowing Frame) -> Bool {
    let position = frame.image.flatMap { report.images.indices.contains($0) ? $0 : nil }
    let name = position.flatMap { report.images[$0].name } ?? frame.imageName
    if let name {
      if rules.roles[.app]?.match([], image: name, isApp: true) != nil { return true }
      if rules.roles[.system]?.match([], image: name, isApp: true) != nil { return false }
    }
    if let position {
      // JSON of unknown formats names images here with, and there without their paths.
      let isNameOnly = report.format == .json && report.images[position].path == nil
      if isKnown, report.images[position].inApp || !isNameOnly { return report.images[position].inApp }
      if let path = report.images[position].path, path.contains("/") { return ImageOwnership.isInApp(path: path) && isOwn(name) }
    }
    return isOwn(name)
  }

  /// Whether a name is not that of a library of the system.
  private func isOwn(_ name: String?) -> Bool {
    guard let name, !name.isEmpty, name != "???", name != "dyld_shared_cache" else { return false }
    if name == report.process.name { return true }
    return !Self.systemNames.contains(name) && !Self.systemPrefixes.contains(where: name.hasPrefix)
  }

  private static let systemPrefixes = [
    "lib", "ld-", "dyld", "com.apple.", "image ", "UIKit", "NSPrivate", "vdso", "linux-vdso", "[vdso]",
  ]
  private static let systemNames: Set<String> = [
    "Foundation", "CoreFoundation", "CoreData", "QuartzCore", "GraphicsServices", "AppKit", "HIToolbox", "SwiftUI", "SwiftUICore",
    "FrontBoardServices", "BackBoardServices", "BoardServices", "WebKit", "WebCore", "JavaScriptCore", "CFNetwork",
    "CoreGraphics",
    "CoreText", "CoreAutoLayout", "AttributeGraph", "Combine", "UpdateCycle", "Gestures", "UIFoundation", "CoreImage", "ImageIO",
    "AVFoundation", "AVFAudio", "CoreMedia", "CoreLocation", "MapKit", "StoreKit", "Metal", "MetalKit", "SpriteKit", "SceneKit",
    "CoreBluetooth", "Network", "Security", "PhotosUI", "Photos", "BaseBoard", "RunningBoardServices", "ViewBridge", "AE",
    "DesktopServicesPriv", "CoreServices", "LaunchServices", "ntdll.dll", "kernel32.dll", "KERNEL32.DLL", "KERNELBASE.dll",
    "ucrtbase.dll", "swiftCore.dll", "Cocoa", "Carbon", "IOKit", "CoreMotion", "CoreML", "Vision", "WidgetKit",
    "UserNotifications",
    "PassKit", "AuthenticationServices", "EventKit", "Contacts", "MessageUI", "SafariServices", "TextInput", "Accessibility",
  ]
}
