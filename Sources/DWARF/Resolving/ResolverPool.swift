internal import Workers

/// One resolver for each thread that works on a file.
final class ResolverPool {
  private let make: () -> UnitResolver
  private var resolvers: [UnitResolver]

  /// Creates one resolver per thread with `make`.
  init(_ make: @escaping () -> UnitResolver) {
    self.make = make
    resolvers = [make()]
  }

  /// The resolver of the caller's thread.
  var first: UnitResolver { resolvers[0] }

  /// The parts that the resolvers could not read.
  var damage: [DWARFDamage] { resolvers.flatMap(\.damage) }

  /// Gives each thread its own resolver: no two threads use the same one.
  struct Threads: @unchecked Sendable {
    let resolvers: [UnitResolver]
  }

  /// Returns the resolvers of this many threads.
  func threads(_ count: Int) -> Threads {
    while resolvers.count < count { resolvers.append(make()) }
    return Threads(resolvers: Array(resolvers.prefix(max(1, count))))
  }

  /// Returns the results of `body` for 0 up to `count`, in order. Threads take the next index as they become free. `body` gets the number
  /// of its thread, and that one's resolver.
  func map<Result: Sendable>(_ count: Int, jobs: Int, _ body: @Sendable (_ thread: Int, UnitResolver, Int) -> Result) -> [Result]
  {
    let workers = threads(min(jobs, count))
    return Parallel.map(count, jobs: workers.resolvers.count) { thread, position in
      body(thread, workers.resolvers[thread], position)
    }
  }
}
