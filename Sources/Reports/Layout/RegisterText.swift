import CrashModel
import JSONText

/// The registers and instructions of a thread that crashed, as Apple's translation of an `.ips` report prints them.
enum RegisterText {
  /// The lines, with an empty one at the end.
  static func apple(thread: Int, _ state: JSONValue, instructions: JSONValue?) -> [String] {
    switch state["flavor"]?.string {
    case let flavor? where flavor.hasPrefix("x86"): x86(thread, state, instructions)
    case "ARM_THREAD_STATE", "ARM_THREAD_STATE32": arm32(thread, state)
    default: arm64(thread, state)
    }
  }

  /// The lines for the registers that a reader took over, in their order; none when there are none.
  static func plain(_ thread: CrashThread) -> [String] {
    guard !thread.registers.isEmpty else { return [] }
    let entries = thread.registers.map { TextColumns.right($0.name, 7) + ": " + TextColumns.hex($0.value, digits: 16) }
    let rows = stride(from: 0, to: entries.count, by: 4).map { entries[$0..<min($0 + 4, entries.count)].joined() }
    return ["Thread \(thread.index) crashed with registers:"] + rows + [""]
  }

  private static func value(_ state: JSONValue, _ name: String) -> UInt64? { state[name]?["value"]?.bits }

  private static func entry(_ name: String, _ value: UInt64, digits: Int) -> String {
    TextColumns.right(name, 5) + ": " + TextColumns.hex(value, digits: digits)
  }

  // MARK: ARM

  private static func arm64(_ thread: Int, _ state: JSONValue) -> [String] {
    var entries: [String] = []
    for (number, element) in (state["x"]?.elements ?? .none).enumerated() {
      entries.append(entry("x\(number)", element["value"]?.bits ?? 0, digits: 16))
    }
    for name in ["fp", "lr", "sp", "pc"] { entries += value(state, name).map { [entry(name, $0, digits: 16)] } ?? [] }
    if let cpsr = value(state, "cpsr") { entries.append(entry("cpsr", cpsr, digits: 8)) }
    // With the usual 29 numbered registers the stack pointer begins a row of its own.
    let first = min(entries.count, state["x"]?.elements.reduce(2) { count, _ in count + 1 } ?? 0)
    var lines = rows(Array(entries[..<first])) + rows(Array(entries[first...]))
    var fault = value(state, "far").map { entry("far", $0, digits: 16) } ?? ""
    if let syndrome = value(state, "esr") {
      fault += entry("esr", syndrome, digits: 8) + (state["esr"]?["description"]?.string.map { " " + $0 } ?? "")
    }
    if !fault.isEmpty { lines.append(" " + fault) }
    return ["Thread \(thread) crashed with ARM Thread State (64-bit):"] + lines + [""]
  }

  private static func arm32(_ thread: Int, _ state: JSONValue) -> [String] {
    var entries: [String] = []
    for (number, element) in (state["r"]?.elements ?? .none).enumerated() {
      entries.append(entry("r\(number)", element["value"]?.bits ?? 0, digits: 8))
    }
    for name in ["ip", "sp", "lr", "pc", "cpsr"] { entries += value(state, name).map { [entry(name, $0, digits: 8)] } ?? [] }
    return ["Thread \(thread) crashed with ARM Thread State (32-bit):"] + rows(entries) + [""]
  }

  /// Rows of four.
  private static func rows(_ entries: [String]) -> [String] {
    stride(from: 0, to: entries.count, by: 4).map { " " + entries[$0..<min($0 + 4, entries.count)].joined() }
  }

  // MARK: Intel

  private static func x86(_ thread: Int, _ state: JSONValue, _ instructions: JSONValue?) -> [String] {
    let is64Bit = state["rip"] != nil
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
        return value(state, name).map { entry(label, $0, digits: is64Bit ? 16 : 8) }
      }
      lines.append(entries.joined())
    }
    lines.append("  ")
    let description = state["err"]?["description"]?.string ?? state["trap"]?["description"]?.string ?? ""
    if let cpu = value(state, "cpu") { lines.append("Logical CPU:     \(cpu)") }
    if let code = value(state, "err") { lines.append("Error Code:      \(TextColumns.hex(code, digits: 8)) \(description)") }
    if let trap = value(state, "trap") { lines.append("Trap Number:     \(trap)") }
    return lines + [""] + instructionStream(thread, instructions)
  }

  /// The bytes around the program counter, 16 a row, the instruction's first byte in brackets.
  private static func instructionStream(_ thread: Int, _ state: JSONValue?) -> [String] {
    guard let stream = state?["instructionStream"], let stated = stream["offset"]?.int else { return [] }
    let mark = min(max(stated, -1), 4_096)
    let bytes = (stream["bytes"]?.elements ?? .none).compactMap { $0.uint64.flatMap { UInt8(exactly: $0) } }
    guard !bytes.isEmpty, bytes.count <= 4_096 else { return [] }
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
