package import CrashModel

/// The registers and instructions of a crashed thread, as Apple's translation of an `.ips` report prints them.
package enum RegisterText {
  /// The bytes around the program counter.
  package struct InstructionStream: Sendable {
    /// The bytes in the order of memory.
    package var bytes: [UInt8]
    /// The index in `bytes` of the instruction's first byte; an index outside `bytes` means that it is unknown.
    package var mark: Int

    /// Describes a stream.
    package init(bytes: [UInt8], mark: Int) {
      self.bytes = bytes
      self.mark = mark
    }
  }

  /// Returns the lines, with an empty one at the end. The kind of processor follows from the names of the registers.
  /// `instructions` are printed for Intel processors only.
  package static func apple(_ registers: [Register], thread: Int, instructions: InstructionStream?) -> [String] {
    func has(_ name: String) -> Bool { registers.contains { $0.name == name } }
    if has("rip") || has("eip") || has("rax") || has("eax") { return x86(thread, registers, instructions) }
    return has("r0") ? arm32(thread, registers) : arm64(thread, registers)
  }

  /// Returns the lines for registers in the order of the report, whatever their names, or none if there are no registers.
  package static func plain(_ thread: CrashThread) -> [String] {
    guard !thread.registers.isEmpty else { return [] }
    let entries = thread.registers.map { TextColumns.right($0.name, 7) + ": " + TextColumns.hex($0.value, digits: 16) }
    let rows = stride(from: 0, to: entries.count, by: 4).map { entries[$0..<min($0 + 4, entries.count)].joined() }
    return ["Thread \(thread.index) crashed with registers:"] + rows + [""]
  }

  private static func value(_ registers: [Register], _ name: String) -> UInt64? {
    registers.first { $0.name == name }?.value
  }

  private static func note(_ registers: [Register], _ name: String) -> String? { registers.first { $0.name == name }?.note }

  private static func entry(_ name: String, _ value: UInt64, digits: Int) -> String {
    TextColumns.right(name, 5) + ": " + TextColumns.hex(value, digits: digits)
  }

  // MARK: ARM

  private static func arm64(_ thread: Int, _ registers: [Register]) -> [String] {
    let numbered = registers.filter { $0.name.hasPrefix("x") && Int($0.name.dropFirst()) != nil }
    var entries = numbered.map { entry($0.name, $0.value, digits: 16) }
    for name in ["fp", "lr", "sp", "pc"] { entries += value(registers, name).map { [entry(name, $0, digits: 16)] } ?? [] }
    if let cpsr = value(registers, "cpsr") { entries.append(entry("cpsr", cpsr, digits: 8)) }
    // After the usual 29 numbered registers, the stack pointer begins a new row.
    let first = numbered.isEmpty ? 0 : min(entries.count, numbered.count + 2)
    var lines = rows(Array(entries[..<first])) + rows(Array(entries[first...]))
    var fault = value(registers, "far").map { entry("far", $0, digits: 16) } ?? ""
    if let syndrome = value(registers, "esr") {
      fault += entry("esr", syndrome, digits: 8) + (note(registers, "esr").map { " " + $0 } ?? "")
    }
    if !fault.isEmpty { lines.append(" " + fault) }
    return ["Thread \(thread) crashed with ARM Thread State (64-bit):"] + lines + [""]
  }

  private static func arm32(_ thread: Int, _ registers: [Register]) -> [String] {
    var entries = registers.filter { $0.name.hasPrefix("r") && Int($0.name.dropFirst()) != nil }.map {
      entry($0.name, $0.value, digits: 8)
    }
    for name in ["ip", "sp", "lr", "pc", "cpsr"] {
      entries += value(registers, name).map { [entry(name, $0, digits: 8)] } ?? []
    }
    return ["Thread \(thread) crashed with ARM Thread State (32-bit):"] + rows(entries) + [""]
  }

  /// Rows of four.
  private static func rows(_ entries: [String]) -> [String] {
    stride(from: 0, to: entries.count, by: 4).map { " " + entries[$0..<min($0 + 4, entries.count)].joined() }
  }

  // MARK: Intel

  private static func x86(_ thread: Int, _ registers: [Register], _ instructions: InstructionStream?) -> [String] {
    let is64Bit = value(registers, "rip") != nil || value(registers, "rax") != nil
    let names =
      is64Bit
      ? [
        ["rax", "rbx", "rcx", "rdx"], ["rdi", "rsi", "rbp", "rsp"], ["r8", "r9", "r10", "r11"], ["r12", "r13", "r14", "r15"],
        ["rip", "rflags", "cr2"],
      ]
      : [
        ["eax", "ebx", "ecx", "edx"], ["edi", "esi", "ebp", "esp"], ["ss", "eflags", "eip", "cs"],
        ["ds", "es", "fs", "gs", "cr2"],
      ]
    var lines = ["Thread \(thread) crashed with X86 Thread State (\(is64Bit ? 64 : 32)-bit):"]
    for row in names {
      let entries = row.compactMap { name -> String? in
        let label = name == "rflags" ? "rfl" : name == "eflags" ? "efl" : name
        return value(registers, name).map { entry(label, $0, digits: is64Bit ? 16 : 8) }
      }
      lines.append(entries.joined())
    }
    lines.append("  ")
    let description = note(registers, "err") ?? note(registers, "trap") ?? ""
    if let cpu = value(registers, "cpu") { lines.append("Logical CPU:     \(cpu)") }
    if let code = value(registers, "err") {
      lines.append("Error Code:      \(TextColumns.hex(code, digits: 8)) \(description)")
    }
    if let trap = value(registers, "trap") { lines.append("Trap Number:     \(trap)") }
    return lines + [""] + (instructions.map { rows(of: $0, thread) } ?? [])
  }

  /// Returns the bytes, 16 per row, the instruction's first one in brackets, or none if there are more than a person can read.
  private static func rows(of stream: InstructionStream, _ thread: Int) -> [String] {
    let bytes = stream.bytes
    guard !bytes.isEmpty, bytes.count <= 4_096 else { return [] }
    let mark = min(max(stream.mark, -1), 4_096)
    let rows = stride(from: 0, to: bytes.count, by: 16).map { row(Array(bytes[$0..<min($0 + 16, bytes.count)]), mark: mark - $0) }
    return ["Thread \(thread) instruction stream:"] + rows + [""]
  }

  private static func row(_ bytes: [UInt8], mark: Int) -> String {
    var text = ""
    for (column, byte) in bytes.enumerated() {
      let separator = column == 0 ? " " : column == 8 ? "-" : " "
      text += column == mark ? "[" : column == mark + 1 && column > 0 ? "]" : separator
      text += String(TextColumns.hex(UInt64(byte), digits: 2).dropFirst(2))
    }
    let characters = bytes.map { $0 >= 0x20 && $0 < 0x7f ? Character(Unicode.Scalar($0)) : "." }
    let tail = bytes.indices.contains(mark) ? "\t<==" : ""
    return " " + TextColumns.left(text, 48) + (mark == bytes.count - 1 ? "] " : "  ") + String(characters) + tail
  }
}
