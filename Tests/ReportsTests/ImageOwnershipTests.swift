import CrashModel
import Testing

/// Which images are the app's own, by their paths.
struct ImageOwnershipTests {
  private static let app = "/private/var/containers/Bundle/Application/0/Shop.app/"

  @Test(arguments: [
    app + "Shop", app + "Shop.debug.dylib", app + "Frameworks/PayKit.framework/PayKit",
    "/Applications/Shop.app/Contents/MacOS/Shop",
    "/Users/me/Library/Developer/CoreSimulator/Devices/0/data/Containers/Bundle/Application/0/Shop.app/Shop", "/srv/shop",
    "./shop", "../build/shop",
  ]) func theAppsOwn(path: String) {
    #expect(ImageOwnership.isInApp(path: path))
  }

  @Test(
    arguments: [
      "/System/Library/Frameworks/UIKit.framework/UIKit", "/usr/lib/dyld", "/usr/lib/x86_64-linux-gnu/libc.so.6",
      "/Library/Developer/CoreSimulator/Volumes/iOS_23B86/usr/lib/libobjc.A.dylib",
      "/Applications/Xcode_11.7.app/Contents/Developer/Platforms/iOS.simruntime/usr/lib/libobjc.A.dylib", "Shop", "", nil,
    ] as [String?]) func theSystems(path: String?)
  {
    #expect(!ImageOwnership.isInApp(path: path))
  }
}
