import TestSupport
import Testing

/// Names that only the reporter gives.
@Suite struct ReportedNameTests {
  @Test func mangledNamesAreReadableInTextAsInJSON() throws {
    let report = SampleText.replacing("0x102a00000 + 20240", with: "$s5Kiosk6TicketV5printyyF + 80")
    let run = try Symbolicate.run(["-"], input: Array(report.utf8))
    #expect(run.stdout.contains("\t0x0000000102a04f10 Ticket.print() + 80\n"))
    let second = try Symbolicate.run(["-"], input: run.output)
    #expect(second.output == run.output)
    let mangled = try Symbolicate.run(["-", "--no-demangle"], input: Array(report.utf8))
    #expect(mangled.stdout == report)
  }

  @Test func namesOfSwift3AreReadable() throws {
    let report = SampleText.replacing("0x102a00000 + 20240", with: "_TFC5Kiosk6Ticket5printfT_T_ + 80")
      .replacingOccurrences(of: "0x102a00000 + 19968", with: "_TToFC5Kiosk6Ticket5printfT_T_ + 36")
    let names = ["Kiosk.Ticket.print() -> ()", "@objc Kiosk.Ticket.print() -> ()"]
    for words in [[], ["--full-names"]] {
      let run = try Symbolicate.run(["-"] + words, input: Array(report.utf8))
      #expect(run.stdout.contains("\(names[0]) + 80\n") && run.stdout.contains("\(names[1]) + 36\n"))
      let threads = try #require(try SampleText.object(report, words)["threads"] as? [[String: Any]])
      #expect((threads[0]["frames"] as? [[String: Any]])?.map { $0["symbol"] as? String } == names)
    }
    #expect(try Symbolicate.run(["-", "--no-demangle"], input: Array(report.utf8)).stdout == report)
  }

  /// Nothing in the report says which of two builds it is of.
  @Test func twoBuildsThatFitAreReported() throws {
    let folder = try TemporaryFolder()
    for build in ["macos-arm64-dwarf4", "macos-arm64e"] {
      try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/\(build)"), to: build)
    }
    let stack =
      "Call stack:\n0   Shop   0x0000000102a04100 0x102a00000 + 16640\n1   Shop   0x0000000102a04110 0x102a00000 + 16656\n"
    let run = try Symbolicate.run(["-", "-s", folder.path], input: Array(stack.utf8))
    #expect(run.stderr.contains("2 debug files with that name fit: "), "\(run.stderr)")
    #expect(run.stderr.contains("choose one with --image"))
  }
}
