import CrashModel
import Testing

@testable import Pages

/// Stacks with weights, and their drawing.
@Suite struct FlameTests {
  private static let frames = ["main", "load", "parse", "draw"].map {
    ProfileFrame(name: $0, image: "Shop", file: nil, isInApp: $0 != "main")
  }

  /// main calls load (70, of which parse has 30) and draw (20); 10 end in main.
  private static var profile: StackProfile {
    var profile = StackProfile(name: "Thread 0")
    profile.add([0, 1], weight: 40)
    profile.add([0, 1, 2], weight: 30)
    profile.add([0, 3], weight: 20)
    profile.add([0], weight: 10)
    profile.add([0, 3], weight: 0)
    profile.add([0, 3], weight: -5)
    return profile
  }

  @Test func stacksAreMerged() {
    let profile = Self.profile
    #expect(profile.total == 100 && profile.roots == [0] && profile.height == 3)
    #expect(profile.nodes.map(\.function) == [0, 1, 2, 3] && profile.nodes.map(\.depth) == [0, 1, 2, 1])
    #expect(profile.nodes.map(\.total) == [100, 70, 30, 20] && profile.nodes.map(\.own) == [10, 40, 30, 20])
    #expect(profile.stack(to: 2) == [0, 1, 2] && profile.nodes[0].callees == [1, 3])
    var huge = StackProfile(name: nil)
    huge.add([0], weight: .max)
    huge.add([0], weight: .max)
    huge.add([1], weight: .max)
    #expect(huge.total == .max && huge.nodes[0].own == .max, "hostile weights do not trap")
    #expect(Self.boxes(huge, Self.frames).map(\.width) == [100, 100])
    #expect(FlameText.text(huge, Self.frames).contains("100%  main"))
  }

  private struct Box {
    var x: Double
    var y: Int
    var width: Double
    var title: String
  }

  private static func boxes(_ profile: StackProfile, _ frames: [ProfileFrame]) -> [Box] {
    var page = Markup()
    FlameGraph(profile, frames).write(to: &page)
    let form = /<svg class="f[^"]*" x="([0-9.]+)%" y="(\d+)" width="([0-9.]+)%" height="18"><title>([^<]*)/
    return String(decoding: page.bytes, as: UTF8.self).matches(of: form).map {
      Box(x: Double($0.1) ?? -1, y: Int($0.2) ?? -1, width: Double($0.3) ?? -1, title: String($0.4))
    }
  }

  /// Widths are shares of the samples; callees lie side by side below their caller.
  @Test func widthsAreShares() throws {
    let boxes = Dictionary(
      uniqueKeysWithValues: Self.boxes(Self.profile, Self.frames).map { ($0.title.prefix { $0 != " " }, $0) })
    let main = try #require(boxes["main"])
    let load = try #require(boxes["load"])
    let parse = try #require(boxes["parse"])
    let draw = try #require(boxes["draw"])
    #expect([main.x, load.x, parse.x, draw.x] == [0, 0, 0, 70])
    #expect([main.width, load.width, parse.width, draw.width] == [100, 70, 30, 20])
    #expect([main.y, load.y, parse.y, draw.y] == [0, 19, 38, 19])
    #expect(
      load.title == "load in Shop (app): 70 samples, 70%, 40 of its own" && main.title.hasPrefix("main in Shop: 100 samples"))
  }

  /// A large tree is drawn down to a weight; what is left out is counted, and complete in the text.
  @Test func smallFunctionsAreOnlyInTheText() {
    let frames = (0..<5000).map { ProfileFrame(name: "f\($0)", image: "Shop", file: nil, isInApp: true) }
    var profile = StackProfile(name: nil)
    for order in frames.indices { profile.add([order], weight: order < 100 ? 50 : 1) }
    let boxes = Self.boxes(profile, frames)
    #expect(boxes.count == 100)
    var page = Markup()
    FlameGraph(profile, frames).write(to: &page)
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.contains("4,900 functions below 2 samples only in the text"))
    #expect(text.contains("f4999"))
    #expect(boxes.map(\.width).reduce(0, +) <= 100.001)
  }

  @Test func theTextSaysTheSame() {
    #expect(
      FlameText.text(Self.profile, Self.frames).split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        == ["100 100% main", "70 70% load [app]", "30 30% parse [app]", "20 20% draw [app]"])
  }

  @Test func samplesOfATreeAreThoseOfItsLeaves() {
    func node(_ depth: Int, _ count: Int?) -> CallTree.Node { CallTree.Node(frame: 0, depth: depth, sampleCount: count) }
    #expect(ReportProfiles.ownWeights([node(0, 10), node(1, 6), node(2, 6), node(1, 3)]) == [1, 0, 6, 3])
    #expect(ReportProfiles.ownWeights([node(0, nil), node(1, nil)]) == [0, 1], "a leaf without a number counts once")
    #expect(ReportProfiles.ownWeights([node(0, 1), node(1, 5)]) == [0, 5], "callees with more samples than their caller")
    #expect(ReportProfiles.ownWeights([node(0, -4)]) == [0])
  }
}
