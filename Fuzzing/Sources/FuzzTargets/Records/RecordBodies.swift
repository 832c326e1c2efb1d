import Foundation
import MCPServer
import TestSupport

@testable import CommandLineTool
@testable import Demangling
@testable import JSONText
@testable import SymbolStore
@testable import Triage

/// What the program keeps, what users write for it, and what other programs say to it.
enum RecordBodies {
  /// The quick and the careful scanner agree; text of a strict document is written and read again unchanged.
  @Sendable static func json() -> FuzzTarget.Body {
    { bytes in
      let (quick, careful) = (JSONScanner(bytes.span, from: 0), JSONScanner(bytes.span, from: 0, isCareful: true))
      try expect(
        quick.nodes.elementsEqual(careful.nodes, by: isSame) && quick.end == careful.end,
        "the quick and the careful scanner differ")
      try expect(quick.flaw?.byte == careful.flaw?.byte, "the scanners find another first error")
      guard let document = try? JSONDocument(strictly: bytes) else { return }
      try expect(document.isWellFormed, "a strict document has a flaw")
      guard let text = document.root?.string ?? document.root?.elements.first(where: { _ in true })?.string else { return }
      try expect(
        JSONDocument(Array(JSONString.encode(text).utf8)).root?.string == text, "a string changes when it is written and read")
    }
  }

  private static func isSame(_ one: JSONNode, _ other: JSONNode) -> Bool {
    one.kind == other.kind && one.marked == other.marked && one.start == other.start && one.end == other.end
      && one.next == other.next
  }

  /// A record that is read is written, and read again, unchanged.
  @Sendable static func storeRecord() -> FuzzTarget.Body {
    { bytes in
      guard let record = StoreRecord(parsing: bytes) else { return }
      try expect(StoreRecord(parsing: record.json) == record, "a record of a store changes when it is written and read")
      _ = record.listJSON(path: "x")
    }
  }

  @Sendable static func propertyList() -> FuzzTarget.Body {
    { bytes in
      _ = BundleInfo(propertyList: bytes)
      _ = PropertyListStrings(bytes)["CFBundleIdentifier"]
    }
  }

  @Sendable static func rules() -> FuzzTarget.Body {
    { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      var rules = RuleSet()
      try? rules.extend(text)
      for line in text.split(separator: "\n").prefix(20) {
        let pattern = Pattern(String(line))
        for subject in ["", "main", "-[NSObject dealloc]", String(line)] { _ = pattern.matches(subject) }
        if !line.utf8.contains(where: { "*?\\".utf8.contains($0) }) {
          try expect(pattern.matches(String(line)), "the pattern '\(line)' does not match itself")
        }
      }
    }
  }

  @Sendable static func configuration() -> FuzzTarget.Body {
    { bytes in
      guard let text = try? ConfigurationText(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
      let keys = text.entries.map(\.key)
      try expect(Set(keys).count == keys.count, "a key of a configuration counts twice")
    }
  }

  /// Every answer of the server for assistants is one line of JSON.
  @Sendable static func assistants() -> FuzzTarget.Body {
    let folder = FixtureFolder.path("Reports/ips")
    return { bytes in
      let server = ProtocolServer(allowed: [folder], symbols: [], store: nil, version: "0")
      for line in bytes.split(separator: 10).prefix(4) {
        let answer: [UInt8]?
        switch server.receive(Array(line)) {
        case .nothing: answer = nil
        case .answer(let bytes): answer = bytes
        case .work(let call):
          answer = call.answer()
          server.finish(call)
        }
        guard let answer else { continue }
        try expect(!answer.dropLast().contains(10), "an answer to an assistant has several lines")
        try expect((try? JSONDocument(strictly: answer)) != nil, "an answer to an assistant is no JSON")
      }
    }
  }

  /// Names in all styles: the same answer again after another name, whose nodes then stand in the memory of the demangler.
  @Sendable static func demangle() -> FuzzTarget.Body {
    { bytes in
      let name = String(decoding: bytes, as: UTF8.self)
      for style in NameStyle.allCases {
        let text = Demangler.demangle(name, style: style)
        _ = Demangler.demangle("@__swiftmacro_4Shop7MessageV1a10ObservablefMm0_", style: style)
        try expect(text == Demangler.demangle(name, style: style), "a name is demangled in two ways")
        try expect(text?.isEmpty != true, "the demangled name is empty")
        _ = Demangler.demangle(typeName: name, style: style)
      }
      _ = OldSwiftName.demangle(name)
    }
  }
}
