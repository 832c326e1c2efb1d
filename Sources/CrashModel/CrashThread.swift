/// One thread of the crashed process.
public struct CrashThread: Sendable {
  /// The number that the report gives the thread.
  public var index: Int
  /// The thread's name.
  public var name: String?
  /// The dispatch queue that ran on it.
  public var queue: String?
  /// Whether this thread crashed (or triggered the report).
  public var crashed: Bool
  /// Registers in the report's order: name and value.
  public var registers: [Register] = []
  /// The thread's frames as a range of `CrashReport.frames`, innermost first.
  public var frames: Range<Int>
  /// In text: the bytes from the thread's name line or header to the start of the next section; empty for JSON.
  public var place: Range<Int> = 0..<0

  /// Makes a thread that owns `frames`.
  public init(index: Int, name: String? = nil, queue: String? = nil, crashed: Bool = false, frames: Range<Int> = 0..<0) {
    self.index = index
    self.name = name
    self.queue = queue
    self.crashed = crashed
    self.frames = frames
  }
}

/// One register of a thread.
public struct Register: Hashable, Sendable {
  /// The name as reported, for example `x0`, `pc`, `rip`.
  public var name: String
  /// The value, zero-extended to 64 bits.
  public var value: UInt64
  /// What the report says of the value: what an exception syndrome stands for, or the symbol that it is the address of.
  public var note: String?

  /// Makes a register.
  public init(name: String, value: UInt64, note: String? = nil) {
    self.name = name
    self.value = value
    self.note = note
  }
}

/// A call stack that is not a thread's current one.
public struct Backtrace: Sendable {
  /// Where the stack comes from. The raw value is the name used in JSON output.
  public enum Kind: String, Sendable {
    /// The stack of the last uncaught exception ("Last Exception Backtrace").
    case lastException
    /// A stack that the app recorded ("Application Specific Backtrace").
    case applicationSpecific
    /// The stack of a crash inside the crash handler.
    case recrash
    /// A stack in free text.
    case callStack
    /// The stack that the last exception had that was deallocated before the crash: a zombie's.
    case deallocatedException
    /// Words of a thread's stack memory that are addresses of code. Not frames of a call stack: only those that debug files
    /// name are kept, and they stand behind all other frames of the report.
    case stackContents
  }

  /// Where the stack comes from.
  public var kind: Kind
  /// The number of an application specific backtrace or of a stack in free text, counted from 0; of stack contents, the thread's.
  public var index: Int
  /// Where the stack stands, when only that tells what it is: the keys that lead to it.
  public var name: String?
  /// The frames as a range of `CrashReport.frames`, innermost first.
  public var frames: Range<Int>
  /// In text: the bytes of a bare `(0x... 0x...)` list, parentheses included; nil when every frame has a line of its own.
  public var list: Range<Int>?

  /// Makes a backtrace that owns `frames`.
  public init(kind: Kind, index: Int = 0, frames: Range<Int>, list: Range<Int>? = nil) {
    self.kind = kind
    self.index = index
    self.frames = frames
    self.list = list
  }
}

/// Call stacks merged into a tree, as sampling tools print them.
public struct CallTree: Sendable {
  /// One call site.
  public struct Node: Sendable {
    /// The position in `CrashReport.frames`.
    public var frame: Int
    /// The distance from the root, which has 0. A node's children follow it with a depth one greater.
    public var depth: Int
    /// How many samples were taken at or below this node.
    public var sampleCount: Int?

    /// Makes a node.
    public init(frame: Int, depth: Int, sampleCount: Int? = nil) {
      self.frame = frame
      self.depth = depth
      self.sampleCount = sampleCount
    }
  }

  /// The thread or stack that the tree belongs to, as reported.
  public var name: String?
  /// The nodes in pre-order.
  public var nodes: [Node]
  /// Whether the roots are the innermost frames and children their callers; usually the roots are where threads begin.
  public var beginsInnermost = false

  /// Makes a tree from nodes in pre-order.
  public init(name: String? = nil, nodes: [Node] = []) {
    self.name = name
    self.nodes = nodes
  }
}
