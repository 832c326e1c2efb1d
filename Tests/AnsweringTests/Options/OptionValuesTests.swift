import CrashModel
import Reports
import SymbolModel
import TestSupport
import Testing

@testable import Answering

@Suite struct ImageBindingTests {
  @Test func readsTheThreeForms() {
    #expect(ImageBinding(parsing: "Shop=dSYMs/Shop")?.fact == .file("dSYMs/Shop"))
    #expect(ImageBinding(parsing: "Shop=0x1000")?.fact == .loadAddress(RuntimeAddress(0x1000), nil))
    let id = ImageID(parsing: "00112233445566778899aabbccddeeff")
    #expect(
      ImageBinding(parsing: "Shop=0x1000,00112233-4455-6677-8899-AABBCCDDEEFF")?.fact == .loadAddress(RuntimeAddress(0x1000), id))
    #expect(ImageBinding(parsing: "a=b=c")?.fact == .file("b=c"))
  }

  @Test(arguments: ["", "Shop", "=x", "Shop=", "Shop=0x", "Shop=0xzz", "Shop=0x10,", "Shop=0x10,xy", "Shop=0x11112222333344445"])
  func refusesEverythingElse(text: String) { #expect(ImageBinding(parsing: text) == nil) }

  @Test func aLoadAddressPlacesTheFramesOfAnImageThatTheReportDoesNotList() throws {
    var report = CrashReport(format: .kscrash)
    report.frames = [Frame(index: 0, kind: .exact, address: RuntimeAddress(0x1234))]
    report.frames[0].imageName = "Shop"
    report.apply([try #require(ImageBinding(parsing: "Shop=0x1000,0102"))])
    #expect(report.images.map(\.name) == ["Shop"])
    #expect(report.images[0].id?.hex == "0102")
    #expect(report.frames[0].image == 0)
  }

  @Test func aLoadAddressReplacesThatOfTheReport() throws {
    var report = CrashReport(format: .kscrash)
    report.images = [BinaryImage(name: "Shop")]
    report.apply([try #require(ImageBinding(parsing: "Shop=0x1000")), try #require(ImageBinding(parsing: "Kit=some/file"))])
    #expect(report.images.count == 1)
    #expect(report.images[0].loadAddress == RuntimeAddress(0x1000))
    #expect(report.diagnostics.map(\.message) == ["--image Kit: the report has no image of that name"])
  }

  @Test func aFileMayBeBoundToAnImageThatOnlyFramesName() throws {
    var report = CrashReport(format: .ips)
    report.frames = [Frame(index: 0, kind: .exact), Frame(index: 1, kind: .returnAddress)]
    report.frames[1].imageName = "Kit"
    report.frames[1].imageOffset = ImageOffset(16)
    report.apply([try #require(ImageBinding(parsing: "Kit=some/file"))])
    #expect(report.images.map(\.name) == ["Kit"] && report.images[0].inApp)
    #expect(report.frames.map(\.image) == [nil, 0])
    #expect(report.diagnostics.isEmpty)
  }
}

@Suite struct PathMapTests {
  @Test func replacesWholeComponentsOnly() throws {
    let map = try #require(PathMap(parsing: "/build/app=/home/me"))
    #expect(map.result(for: "/build/app/x.c")?.path == "/home/me/x.c")
    #expect(map.result(for: "/build/app")?.path == "/home/me")
    #expect(map.result(for: "/build/apple/x.c")?.path == nil)
    #expect(map.result(for: "/src/x.c")?.path == nil)
    #expect(PathMap(parsing: "/build/=")?.result(for: "/build/x.c")?.path == "x.c")
  }

  @Test(arguments: ["", "a", "=b"]) func refuses(text: String) { #expect(PathMap(parsing: text) == nil) }
}
