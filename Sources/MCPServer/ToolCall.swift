internal import JSONText
internal import Synchronization

/// A call of a tool that waits to be answered.
package final class ToolCall: Sendable {
  /// The ID of the request as it was received.
  let id: [UInt8]
  private let tool: ToolDefinition
  private let parameters: JSONValue?
  private let isWithoutSession: Bool
  private let toolbox: @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Toolbox
  private let cancelled = Atomic<Bool>(false)

  init(
    id: [UInt8], tool: ToolDefinition, parameters: JSONValue?, isWithoutSession: Bool,
    toolbox: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Toolbox
  ) {
    self.id = id
    self.tool = tool
    self.parameters = parameters
    self.isWithoutSession = isWithoutSession
    self.toolbox = toolbox
  }

  /// Ends the call: it is not answered any more.
  func cancel() { cancelled.store(true, ordering: .relaxed) }

  private var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Does the work, which may take long.
  ///
  /// - Returns: The answer, one line, or nil if the call was cancelled.
  package func answer() -> [UInt8]? {
    guard !isCancelled else { return nil }
    var (text, isError) = ("", false)
    do throws(Toolbox.Failure) {
      text = try result()
    } catch {
      (text, isError) = (DataPage.clause(error.reason), true)
    }
    guard !isCancelled else { return nil }
    let item: JSONItem = ["content": [["type": "text", "text": .string(text)]], "isError": .flag(isError)]
    return RPCAnswer.result(item, to: id, isWithoutSession: isWithoutSession)
  }

  private func result() throws(Toolbox.Failure) -> String {
    do throws(ToolArguments.Mistake) {
      let arguments = try ToolArguments(parameters?["arguments"], for: tool)
      let number = try arguments.number("page", from: 1) ?? 1
      let tools = toolbox { [self] in isCancelled }
      let work = try work(arguments, of: tools)
      let page = DataPage(try Self.run(work, tools.problems))
      guard let text = page.text(number) else {
        throw ToolArguments.Mistake(reason: "there is no page \(number); the answer has \(page.count)")
      }
      return text
    } catch {
      throw Toolbox.Failure(reason: error.reason)
    }
  }

  /// The failure of a tool as one of the arguments: the client gets both in the same way.
  private static func run(
    _ work: () throws(Toolbox.Failure) -> String, _ problems: CallProblems
  ) throws(ToolArguments.Mistake) -> String {
    do throws(Toolbox.Failure) {
      let text = try work()
      return problems.clauses.reduce(text) { $0 + "\nnot read, and missing above: \($1)" }
    } catch {
      throw ToolArguments.Mistake(reason: problems.clauses.reduce(error.reason) { "\($0); not read: \($1)" })
    }
  }

  /// Returns the work of the tool with its arguments, which are checked first.
  private func work(
    _ arguments: ToolArguments, of tools: Toolbox
  ) throws(ToolArguments.Mistake) -> () throws(Toolbox.Failure) -> String {
    switch tool.name {
    case "lookup":
      let file = try arguments.required("file")
      let addresses = try arguments.texts("addresses", limit: 1000)
      let (load, architecture) = (try arguments.text("load"), try arguments.text("arch"))
      return { () throws(Toolbox.Failure) in
        try tools.lookUp(file, addresses, load: load, architecture: architecture)
      }
    case "find":
      let query = try arguments.required("query")
      return { () throws(Toolbox.Failure) in try tools.find(query) }
    default: break
    }
    let path = try arguments.required("path")
    switch tool.name {
    case "inspect": return { () throws(Toolbox.Failure) in try tools.inspect(path) }
    case "summarize":
      let (filter, since) = (try arguments.text("filter"), try arguments.text("since"))
      let limit = try arguments.number("limit", from: 1) ?? 10
      return { () throws(Toolbox.Failure) in try tools.summarize(path, filter: filter, since: since, limit: limit) }
    case "explain":
      let group = try arguments.text("group")
      return { () throws(Toolbox.Failure) in try tools.explain(path, group: group) }
    default:
      let view = try arguments.choice("view", ["brief", "thread", "all"])
      let thread = try arguments.number("thread", from: 0)
      return { () throws(Toolbox.Failure) in try tools.symbolicate(path, view: view, thread: thread) }
    }
  }
}
