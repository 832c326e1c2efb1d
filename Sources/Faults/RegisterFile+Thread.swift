internal import CrashModel
internal import Instructions

extension RegisterFile {
  /// The registers of a thread, or nil if they are of no known processor.
  init?(of thread: CrashThread) { self.init(thread.registers.map { (name: $0.name, value: $0.value) }) }
}
