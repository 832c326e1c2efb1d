import CrashModel
import JSONText

/// Writes what only some formats have: the crash of the crash handler, registers, and the data that the report's author added.
enum JSONDetails {
  /// Writes the keys `recrash`, `extra` and `other`.
  static func write(_ report: CrashReport, to writer: inout JSONWriter) {
    if let recrash = report.recrash {
      writer.object("recrash") { writer in
        writer.member("id", recrash.identifier)
        writer.member("time", recrash.time)
        writer.object("exception") { JSONOverview.write(recrash.exception, to: &$0) }
        if let thread = recrash.thread { writer.object("thread") { write(thread, of: report.format, to: &$0) } }
        writer.member("diagnosis", recrash.diagnosis)
      }
    }
    writer.object("extra") { writer in
      for detail in report.details { writer.member(ofReport: detail.key, detail.value) }
    }
    writer.object("other") { writer in
      for value in report.other { writer.member(ofReport: value.path, value.value) }
    }
  }

  /// Writes the keys of a thread that precede its frames, without the braces.
  static func write(_ thread: CrashThread, of format: ReportFormat, to writer: inout JSONWriter) {
    writer.member("index", thread.index)
    writer.member("name", thread.name)
    writer.member("queue", thread.queue)
    writer.member("crashed", thread.crashed)
    let registers = unique(RegisterOrder.sorted(thread.registers, of: format))
    writer.object("registers") { writer in
      for register in registers {
        writer.key(text: register.name)
        writer.hexValue(register.value)
      }
    }
    writer.object("registerNotes") { writer in
      for register in registers {
        if let note = register.note { writer.member(ofReport: register.name, .text(note.trimmingBlanks)) }
      }
    }
  }

  /// Returns the first register of every name.
  private static func unique(_ registers: [Register]) -> [Register] {
    var seen: Set<String> = []
    return registers.filter { seen.insert($0.name).inserted }
  }
}

extension JSONWriter {
  /// Writes a key and value of the report.
  mutating func member(ofReport name: String, _ value: ReportValue) {
    key(text: name)
    write(value)
  }

  /// Writes a value of the report.
  mutating func write(_ value: ReportValue) {
    switch value {
    case .text(let text): self.value(text)
    case .bool(let flag): self.value(flag)
    case .number(let digits): self.value(raw: Array(digits.utf8))
    case .null: writeNull()
    case .array(let elements):
      beginArray()
      for element in elements { write(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members { self.member(ofReport: member.name, member.value) }
      endObject()
    }
  }
}
