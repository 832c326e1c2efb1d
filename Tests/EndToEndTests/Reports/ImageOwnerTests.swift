import Foundation
import TestSupport
import Testing

/// Which images are the app's and which the system's.
@Suite struct ImageOwnerTests {
  @Test(arguments: [
    "/private/preboot/01234/jb-Xy/procursus/Applications/Cart.app/Cart", "*/Cart", "/usr/local/bin/Cart", "/System/Library/Cart",
  ]) func theExecutableOfTheProcessIsTheApps(path: String) throws {
    let input = SampleText.crash(path: path)
    let run = try Symbolicate.run(["--strict", "-"], input: Array(input.utf8))
    #expect(run.stderr.contains("0 of 2 frames of app images resolved"), "\(run.stderr)")
    #expect(run.status != 0)
  }

  @Test func aSimulatorsRuntimeIsTheSystems() throws {
    let app = "/Users/USER/Library/Developer/CoreSimulator/Devices/0/data/Containers/Bundle/Application/0/Cart.app/Cart"
    let input = SampleText.crash(
      path: app, frames: ["2   UIKitCore   0x0000000184004000 0x184000000 + 16384"],
      images: [
        "0x184000000 - 0x185ffffff com.apple.UIKitCore (1.0) <b1b2b3b4-b1b2-c1c2-d1d2-e1e2e3e4e5e6> /Volumes/VOLUME/*/UIKitCore"
      ])
    let images = try #require(try SampleText.reports(input).first?["images"] as? [[String: Any]])
    #expect(images.filter { $0["inApp"] as? Bool == true }.map { $0["name"] as? String } == ["Cart"])
  }
}
