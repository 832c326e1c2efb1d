import Foundation
import TestSupport
import Testing

/// The recipes for CI systems: the shell steps of action.yml and integrations/ci as they are, run on fixtures.
@Suite struct RecipeTests {
  /// A job's folder: two reports, one of them without a debug file for its crash, debug files, and a build.
  private static func job() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash"), to: "crashes/a/Shop.crash")
    try folder.copy(FixtureFolder.path("Reports/kscrash/nsexception/report.json"), to: "crashes/b/report.json")
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64"), to: "dSYMs")
    let app = "build/Shop.xcarchive/Products/Applications/Shop.app"
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop"), to: app + "/Shop")
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM"), to: "build/Shop.xcarchive/dSYMs/Shop.dSYM")
    return folder
  }

  private static func run(_ script: String, _ folder: TemporaryFolder, _ variables: [String: String]) throws -> ToolRun {
    let program = URL(fileURLWithPath: Symbolicate.path).deletingLastPathComponent().path
    var environment: [String: String?] = ["GITHUB_ACTIONS": nil, "GITHUB_OUTPUT": nil, "GITHUB_STEP_SUMMARY": nil]
    environment["PATH"] = program + ":/usr/local/bin:/usr/bin:/bin"
    environment["XDG_CACHE_HOME"] = folder.path + "/.cache"
    for (name, value) in variables { environment[name] = value }
    return try ToolRun.of("/bin/bash", ["-e", "-o", "pipefail", "-c", script], environment: environment, directory: folder.path)
  }

  /// A directory of the job with the tools that recipes use, and without symbolicate, which may be installed.
  private static func tools(_ folder: TemporaryFolder) throws -> String {
    let tools = folder.path + "/bin"
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    for name in ["bash", "sh", "mkdir", "uname", "sha256sum", "zstd", "tar", "cp"] {
      try FileManager.default.createSymbolicLink(atPath: tools + "/" + name, withDestinationPath: "/usr/bin/" + name)
    }
    return tools
  }

  /// Runs the step `Symbolicate` of the action as a runner does.
  private static func runAction(_ folder: TemporaryFolder, _ inputs: [String: String]) throws -> ToolRun {
    let action = try RecipeSteps("action.yml")
    var values = try action.defaults()
    for (name, value) in inputs { values["inputs." + name] = value }
    var variables = try action.environment(ofStep: "Symbolicate", values)
    variables["GITHUB_ACTIONS"] = "true"
    variables["GITHUB_ACTION_PATH"] = Checkout.root
    variables["GITHUB_OUTPUT"] = folder.path + "/output"
    variables["GITHUB_STEP_SUMMARY"] = folder.path + "/step-summary.md"
    return try run(try action.script(ofStep: "Symbolicate"), folder, variables)
  }

  @Test func theActionSymbolicatesAndAnnotates() throws {
    let folder = try Self.job()
    let run = try Self.runAction(folder, ["reports": "crashes/a\ncrashes/b\n", "symbols": "dSYMs\n", "map-path": "/src/shop/="])
    #expect(run.status == 0, "\(run.stderr)")
    #expect(run.stdout.contains("::error file=inventory.cpp,line=50,"), "\(run.stdout)")
    #expect(folder.text("output") == "directory=symbolicated\nexit-code=0\n")
    #expect(folder.text("step-summary.md")?.contains("shop::Inventory::audit()") == true)
    // The manifest, by which a second run knows what is done, is hidden.
    #expect(folder.files.filter { $0.hasPrefix("symbolicated/") && !$0.contains("/.") }.count == 4)
    #expect(folder.text("symbolicated/crashes.xml")?.contains("<testsuite") == true)
  }

  @Test func theActionFailsForTheChosenReason() throws {
    let folder = try Self.job()
    let missing = try Self.runAction(folder, ["reports": "crashes", "symbols": "nowhere", "fail-on": "missing"])
    #expect(missing.status == 3 || missing.status == 4, "\(missing.stderr)")
    #expect(folder.text("output")?.hasSuffix("exit-code=\(missing.status)\n") == true)
    let unnamed = try Self.runAction(folder, ["reports": "crashes", "output": "other"])
    #expect(unnamed.status == 0, "nothing is resolved, and that is no failure: \(unnamed.stderr)")
    let any = try Self.runAction(folder, ["reports": "crashes", "symbols": "dSYMs", "fail-on": "any"])
    #expect(any.status == 3 && any.stderr.contains("--fail-on any: 2 groups"), "\(any.stderr)")
    let old = try Self.runAction(
      folder,
      ["reports": "crashes", "symbols": "dSYMs", "fail-on": "new", "baseline": "symbolicated/summary.json", "output": "later"])
    #expect(old.status == 0, "\(old.stderr)")
    let wrong = try Self.runAction(folder, ["reports": "crashes", "fail-on": "sometimes"])
    #expect(wrong.status == 2 && wrong.stderr.contains("FAIL_ON is 'sometimes'"))
    let nothing = try Self.runAction(folder, [:])
    #expect(nothing.status == 2 && nothing.stderr.contains("neither REPORTS nor BUILDS is set"))
    let report = try Self.runAction(folder, ["reports": "gone.crash", "output": "gone"])
    #expect(report.status == 1 && report.stderr.contains("gone.crash: "), "\(report.stderr)")
  }

  @Test func theActionNamesJavaScript() throws {
    let folder = try Self.job()
    try folder.copy(FixtureFolder.path("Reports/console/hermes/logcat.txt"), to: "logs/crash.txt")
    try folder.copy(FixtureFolder.path("Scripts/out/ios/main.jsbundle"), to: "app/main.jsbundle")
    let inputs = ["reports": "logs", "check": "app", "fail-on": "missing"]
    let without = try Self.runAction(folder, inputs)
    #expect(without.status == 3 && without.stderr.contains("index.android.bundle.map, 6 frames in 1 report"), "\(without.stderr)")
    let with = try Self.runAction(
      folder, inputs.merging(["source-maps": FixtureFolder.path("Scripts/out/") + "\n", "output": "named"]) { $1 })
    #expect(with.status == 0, "\(with.stderr)")
    #expect(folder.text("named/crash.txt.md")?.contains("priceOf (src/prices.js:3:24)") == true, "\(folder.files)")
  }

  @Test func theActionChecksBuilds() throws {
    let folder = try Self.job()
    let whole = try Self.runAction(folder, ["check": "build/Shop.xcarchive"])
    #expect(whole.status == 0 && whole.stdout.contains("  ok          Shop (arm64)"), "\(whole.stderr)")
    let app = try Self.runAction(folder, ["check": "build/Shop.xcarchive/Products/Applications/Shop.app"])
    #expect(app.status == 3 && folder.text("output")?.hasSuffix("exit-code=3\n") == true)
  }

  @Test func theInputsOfTheActionAreNoCode() throws {
    let folder = try Self.job()
    let hostile = "$(touch hacked); `touch hacked`\n'; touch hacked; '\n--output=hacked"
    for input in ["reports", "symbols", "source-maps", "store", "check", "output", "baseline", "map-path", "format"] {
      _ = try Self.runAction(folder, ["reports": "crashes", "fail-on": "none"].merging([input: hostile]) { _, new in new })
    }
    #expect(!folder.files.contains("hacked") && !folder.files.contains { $0.hasSuffix("/hacked") })
  }

  @Test func theActionInstallsTheArchiveOfARelease() throws {
    let folder = try TemporaryFolder()
    let action = try RecipeSteps("action.yml")
    let script = try action.script(ofStep: "Install symbolicate")
    let values = [
      "inputs.version": "", "github.action_ref": "v9.9.9", "github.action_repository": "owner/name", "github.token": "secret",
    ]
    var variables = try action.environment(ofStep: "Install symbolicate", values)
    variables["RUNNER_TEMP"] = folder.path + "/temp"
    variables["GITHUB_PATH"] = folder.path + "/paths"
    let present = try Self.run(script, folder, variables)
    #expect(present.status == 0 && present.stdout.hasPrefix("symbolicate ") && !folder.files.contains("paths"))
    let release = """
      set -e; name=symbolicate-9.9.9-linux-$(uname -m); mkdir -p release/$name/bin bin
      printf '#!/bin/sh\\necho installed\\n' >release/$name/bin/symbolicate; chmod +x release/$name/bin/symbolicate
      cd release; tar -cf - $name | zstd -q -o $name.tar.zst; sha256sum $name.tar.zst >SHA256SUMS; rm -r $name; cd ..
      printf '#!/bin/sh\\necho "$*" >"%s/asked"; cp "%s"/release/* .\\n' "$PWD" "$PWD" >bin/gh; chmod +x bin/gh
      """
    try #require(try ToolRun.of("/bin/bash", ["-c", release], directory: folder.path).status == 0)
    variables["PATH"] = try Self.tools(folder)
    let installed = try Self.run(script, folder, variables)
    #expect(installed.status == 0 && installed.stdout.hasSuffix("installed\n"), "\(installed.stderr)")
    #expect(folder.text("paths") == folder.path + "/temp/symbolicate/bin\n")
    #expect(folder.text("asked")?.hasPrefix("release download v9.9.9 --repo owner/name --clobber --pattern symbolicate-") == true)
    try folder.write("", to: "asked")
    #expect(try Self.run(script, folder, variables).status == 0 && folder.text("asked") == "", "the cache has it")
    try FileManager.default.removeItem(atPath: folder.path + "/temp")
    variables["ACTION_REF"] = "main"
    #expect(try Self.run(script, folder, variables).status == 0)
    #expect(folder.text("asked")?.hasPrefix("release download --repo owner/name ") == true, "a branch has no release")
    try FileManager.default.removeItem(atPath: folder.path + "/temp")
    let sums = try #require(folder.text("release/SHA256SUMS"))
    try folder.write("0000" + sums.dropFirst(4), to: "release/SHA256SUMS")
    #expect(try Self.run(script, folder, variables).status != 0, "the checksum is wrong")
  }

  @Test func theExampleWorkflowUsesWhatTheActionHas() throws {
    let folder = try Self.job()
    let workflow = try RecipeSteps("integrations/ci/github-workflow.yml")
    _ = try Self.runAction(folder, ["reports": "crashes", "symbols": "dSYMs", "fail-on": "missing"])
    let values = ["steps.crashes.outputs.directory": "symbolicated"]
    var variables = try workflow.environment(ofStep: "Comment with the first crash", values)
    variables["GITHUB_STEP_SUMMARY"] = folder.path + "/comment.md"
    let run = try Self.run(try workflow.script(ofStep: "Comment with the first crash"), folder, variables)
    #expect(run.status == 0 && folder.text("comment.md")?.hasPrefix("## ") == true, "\(run.stderr)")
    let text = try String(contentsOfFile: Checkout.path("integrations/ci/github-workflow.yml"), encoding: .utf8)
    let step = try #require(text.components(separatedBy: "uses: OWNER/symbolicate").last).components(separatedBy: "\n      - ")
    let used = step[0].matches(of: #/\n {10}([a-z-]+): /#).map { "inputs." + $0.1 }
    let inputs = Set(try RecipeSteps("action.yml").defaults().keys)
    #expect(used.count == 3 && Set(used).isSubset(of: inputs))
  }

  @Test func theTemplateForGitLabRuns() throws {
    let folder = try Self.job()
    let template = try RecipeSteps("integrations/ci/gitlab.yml")
    let script = try template.commands("before_script") + "\n" + template.commands("script")
    let run = try Self.run(script, folder, try template.variables())
    #expect(run.status == 0 && run.stdout.hasPrefix("symbolicate "), "\(run.stderr)")
    #expect(folder.text("symbolicated/crashes.xml")?.contains("<testsuite") == true)
    #expect(folder.files.filter { $0.hasSuffix(".md") }.count == 2)
    try FileManager.default.removeItem(atPath: folder.path + "/dSYMs")
    try folder.write("", to: "dSYMs/empty")
    let missing = try Self.run(script, folder, try template.variables())
    #expect(missing.status == 3 || missing.status == 4, "\(missing.stderr)")
    #expect(folder.text("symbolicated/crashes.xml")?.contains("<testsuite") == true, "results in any case")
    var variables = try template.variables()
    variables["PATH"] = try Self.tools(folder)
    let absent = try Self.run(script, folder, variables)
    #expect(absent.status == 1 && absent.stdout.contains("set SYMBOLICATE_ARCHIVE to the archive of a release"))
  }

  @Test func thePipelineForJenkinsRuns() throws {
    let folder = try Self.job()
    let scripts = try RecipeSteps("integrations/ci/Jenkinsfile").quotedScripts
    #expect(scripts.count == 2)
    let variables = ["SYMBOLICATE_STORE": folder.path + "/store"]
    let check = try Self.run(try #require(scripts.first), folder, variables)
    #expect(check.status == 0 && check.stdout.contains("  ok          Shop (arm64)"), "\(check.stderr)")
    let crashes = try Self.run(try #require(scripts.last), folder, variables)
    #expect(crashes.status == 0, "\(crashes.stderr)")
    #expect(folder.text("symbolicated/crashes.xml")?.contains("<testsuite") == true)
    try FileManager.default.removeItem(atPath: folder.path + "/build/Shop.xcarchive/dSYMs")
    #expect(try Self.run(try #require(scripts.first), folder, ["SYMBOLICATE_STORE": folder.path + "/none"]).status == 3)
  }
}
