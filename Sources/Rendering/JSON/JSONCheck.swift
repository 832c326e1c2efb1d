import JSONText
package import SymbolModel

extension JSONRenderer {
  /// Returns the output of `symbolicate check`, in the schema `symbolicate.check/1`: one object, or an array unless there is
  /// exactly one build.
  package func checks(_ checks: [BuildCheck]) -> [UInt8] {
    JSONWriter.objects(checks) { JSONCheck.write($1, to: &$0) }
  }
}

/// Writes the result of checking a build.
private enum JSONCheck {
  /// Writes one build as an object.
  static func write(_ check: BuildCheck, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("schema", "symbolicate.check/1")
    writer.member("path", check.path)
    writer.member("bundleID", check.bundleID)
    writer.member("version", check.version)
    writer.member("build", check.build)
    writer.member("complete", check.isComplete)
    writer.object("counts") { writer in
      writer.member("images", check.needed)
      writer.member("incomplete", check.incomplete)
      writer.member(
        "warnings", check.images.reduce(0) { $0 + $1.warnings.count } + check.scripts.reduce(0) { $0 + $1.warnings.count })
    }
    writer.array("images", check.images) { writer, image in write(image, to: &writer) }
    if !check.scripts.isEmpty { writer.array("scripts", check.scripts) { writer, script in write(script, to: &writer) } }
    writer.array("damagedFiles", check.damagedFiles) { writer, file in
      writer.member("path", file.path)
      writer.member("reason", file.reason)
    }
    writer.member("emptyBundles", check.emptyBundles)
    writer.array("unused", check.unused) { writer, file in write(file, to: &writer) }
    writer.endObject()
  }

  private static func write(_ image: BuildCheck.Image, to writer: inout JSONWriter) {
    writer.member("name", image.name)
    writer.member("path", image.path)
    writer.member("copies", image.copies)
    writer.member("id", image.id?.description)
    writer.member("arch", image.architecture?.name)
    writer.member("status", image.status.rawValue)
    writer.member("debugFile", image.debugFile)
    if image.units > 0 {
      writer.object("dwarf") { writer in
        writer.list("versions", image.versions) { $0.value($1) }
        writer.member("units", image.units)
      }
    }
    if image.sampled > 0 {
      writer.object("functions") { writer in
        writer.member("sampled", image.sampled)
        writer.member("described", image.described)
        writer.member("withLines", image.lined)
      }
    }
    writer.member("sources", image.sourceRoot)
    writer.member("damage", image.damage)
    writer.array("nearMisses", image.nearMisses) { writer, file in write(file, to: &writer) }
    writer.array("warnings", image.warnings) { writer, warning in
      writer.member("code", warning.code)
      writer.member("message", CheckText.text(of: warning, image))
    }
    writer.member("nextStep", CheckText.nextStep(for: image))
  }

  private static func write(_ script: BuildCheck.Script, to writer: inout JSONWriter) {
    writer.member("name", script.name)
    writer.member("path", script.path)
    writer.member("debugID", script.debugID)
    writer.member("bytecode", script.isBytecode)
    writer.member("status", script.status.rawValue)
    writer.member("sourceMap", script.sourceMap)
    if script.sourceMap != nil { writer.member("sources", script.sources) }
    if !script.candidates.isEmpty { writer.member("candidates", script.candidates) }
    if !script.warnings.isEmpty { writer.member("warnings", script.warnings) }
    writer.member("nextStep", CheckScriptText.nextStep(for: script))
  }

  private static func write(_ file: BuildCheck.OtherFile, to writer: inout JSONWriter) {
    writer.member("path", file.path)
    writer.member("id", file.id?.description)
    writer.member("arch", file.architecture?.name)
    writer.member("build", file.build.isEmpty ? nil : file.build)
  }
}
