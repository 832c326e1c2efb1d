import CrashModel
import Reports
import SymbolModel

/// A report with answers, made by hand.
enum SampleAnswers {
  /// Four frames: one with an inlined function, one the reporter named, one nobody named, one of another build.
  static var shop: SymbolicatedReport {
    var report = CrashReport(format: .ips)
    report.process.name = "Shop"
    report.process.pid = 3608
    report.process.version = "4.2.0"
    report.process.build = "1187"
    report.system.name = "iPhone OS"
    report.system.version = "17.1"
    report.exception = CrashException()
    report.exception?.type = "EXC_BREAKPOINT"
    report.exception?.signal = "SIGTRAP"
    report.exception?.faultAddress = RuntimeAddress(16)
    report.images = [
      image("Shop", 0x1_04a3_8000, "8c1e0a528e6b3b5e9c0b0a4f2e6d1c11", inApp: true),
      image("PayKit", 0x1_05bf_8000, "7f1c0a528e6b3b5e9c0b0a4f2e6d1c11", inApp: true),
      image("UIKitCore", 0x1_8350_0000, "91aa4c0e8e6b3b5e9c0b0a4f2e6d1c12", inApp: false),
    ]
    report.frames = [
      frame(0, .exact, 0x1_04a3_c5f8, image: 0), frame(1, .returnAddress, 0x1_05c0_1188, image: 1),
      frame(2, .returnAddress, 0x1_8350_1000, image: 2), frame(0, .exact, 0x1_8350_2000, image: 2),
    ]
    report.frames[2].reported = ReportedSymbol(symbol: "-[UITableView select:]", offset: 1620)
    var crashed = CrashThread(index: 0, queue: "com.apple.main-thread", crashed: true, frames: 0..<3)
    crashed.registers = [Register(name: "x0", value: 1), Register(name: "pc", value: 0x1_04a3_c5f8)]
    report.threads = [crashed, CrashThread(index: 1, name: "worker", frames: 3..<4)]
    return SymbolicatedReport(report: report, resolutions: resolutions, imageStatuses: statuses, path: "Shop.ips")
  }

  private static var resolutions: [FrameResolution] {
    let checkout = FrameResolution(
      basis: .line, symbol: "checkout(_:at:)", symbolOffset: 24,
      sources: [
        SourceFrame(
          function: "Basket.pick(_:)", linkageName: "$s4pick", file: "/src/Basket.swift", line: 12, column: 9, inlined: true),
        SourceFrame(function: "checkout(_:at:)", file: "/src/Checkout.swift", line: 31),
      ], lookupAddress: RuntimeAddress(0x1_04a3_c5f8))
    return [
      checkout, FrameResolution(basis: .none, reason: .nearMiss(1), lookupAddress: RuntimeAddress(0x1_05c0_1187)),
      FrameResolution(
        basis: .reported, reason: .noDebugFile(2), symbol: "-[UITableView select:]", symbolOffset: 1620),
      FrameResolution(basis: .none, reason: .noDebugFile(2)),
    ]
  }

  private static var statuses: [ImageStatus] {
    [
      ImageStatus(.found, debugFiles: ["dSYMs/Shop.app.dSYM"]),
      ImageStatus(nearMisses: [NearMiss(path: "dSYMs/PayKit.dSYM", id: ImageID(parsing: "91AA4C0E"))]),
      ImageStatus(.missing, reason: .notFound(lookedIn: ["dSYMs"])),
    ]
  }

  private static func image(_ name: String, _ load: UInt64, _ id: String, inApp: Bool) -> BinaryImage {
    var image = BinaryImage(name: name, path: "/x/" + name)
    image.id = ImageID(parsing: id)
    image.architecture = Architecture("arm64")
    image.loadAddress = RuntimeAddress(load)
    image.size = 0x10_0000
    image.inApp = inApp
    return image
  }

  private static func frame(_ index: Int, _ kind: Frame.Kind, _ address: UInt64, image: Int) -> Frame {
    Frame(index: index, kind: kind, address: RuntimeAddress(address), image: image)
  }
}
