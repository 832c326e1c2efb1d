import ObjectFiles
import SymbolModel
import TestSupport
import Testing

@testable import DebugInfo

/// gcc writes no linkage names for functions that other files cannot see. Their whole names are those of their symbols.
@Suite struct LocalNameTests {
  private static let source = """
    template <class T> __attribute__((noinline)) static T twice(T value) { return value + value; }
    namespace {
    struct Shelf {
      int count;
      __attribute__((noinline)) ~Shelf() { count = twice(count); }
      __attribute__((noinline)) int operator[](int place) const { return count + place; }
    };
    }
    int main(int count, char **) {
      Shelf shelf{count};
      auto add = [&](int more) __attribute__((noinline)) { return shelf[more] + twice(more); };
      return add(count);
    }
    """

  @Test(.program("/usr/bin/g++"), arguments: ["-gdwarf-4", "-gdwarf-5"], ["-O0", "-Og"])
  func localFunctionsHaveTheNamesOfTheirSymbols(version: String, level: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.source, to: "shelf.cpp")
    let made = try ToolRun.of(
      "/usr/bin/g++", [version, level, "-fno-ipa-sra", "shelf.cpp", "-o", "shelf"], directory: folder.path)
    #expect(made.status == 0, "\(made.stderr)")
    let files = try ObjectFile.load(path: folder.path + "/shelf")
    let image = DebugImage(files: files)
    var seen: Set<String> = []
    for symbol in try #require(files.first).symbolTable().functions where symbol.name.hasPrefix("_Z") {
      let answer = try #require(image.resolve([symbol.start])[0])
      let function = try #require(answer.sources.last)
      #expect(function.linkageName == symbol.name)
      seen.insert(function.function)
    }
    let names = [
      "int twice<int>(int)", "(anonymous namespace)::Shelf::~Shelf()", "(anonymous namespace)::Shelf::operator[](int) const",
      "main::{lambda(int)#1}::operator()(int) const",
    ]
    #expect(seen.isSuperset(of: names), "\(seen)")
  }
}
