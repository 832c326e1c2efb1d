extension ImageOwnership {
  /// Returns whether an image without a path has the name of one of the system's libraries. The list has those that stacks usually
  /// contain.
  package static func isSystem(name: String) -> Bool {
    systemNames.contains(name) || systemNamePrefixes.contains(where: name.hasPrefix)
  }

  private static let systemNamePrefixes = [
    "lib", "ld-", "dyld", "com.apple.", "image ", "UIKit", "NSPrivate", "vdso", "linux-vdso", "[vdso]",
  ]
  private static let systemNames: Set<String> = [
    "kernel", "Foundation", "CoreFoundation", "CoreData", "QuartzCore", "GraphicsServices", "AppKit", "HIToolbox", "SwiftUI",
    "SwiftUICore",
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
