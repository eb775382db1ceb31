import AuthCore
import AuthStorage

/// A database: each call runs one statement in one transaction and returns its rows.
final class PostgresDatabase: Sendable {
  private let make: @Sendable () throws(AuthError) -> ConnectionParameters
  private let options: PostgresLoop.Options
  private let system: StorageSystem
  private let opening: Locked<PostgresLoop?> = Locked(nil)

  /// A database. The first statement looks up its hosts and connects.
  ///
  /// - Parameters:
  ///   - options: the options of the pool.
  ///   - system: the clock and the random numbers.
  ///   - parameters: reads the settings at the first use, which throws the error of a wrong setting.
  init(
    options: PostgresLoop.Options, system: StorageSystem,
    _ parameters: @escaping @Sendable () throws(AuthError) -> ConnectionParameters
  ) {
    make = parameters
    self.options = options
    self.system = system
  }

  /// Runs a statement. A repeatable one is sent again when its connection breaks.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - values: the values for `$1`, `$2`, ….
  ///   - action: what the statement does, for the error's message.
  ///   - limit: how long it may take; nil for the limit of the options.
  /// - Throws: `store_unavailable` when the database does not answer, or the error for the server's refusal.
  @discardableResult
  func run(
    _ statement: PostgresStatement, _ values: [PostgresValue] = [], to action: String, within limit: Duration? = nil
  ) async throws(AuthError) -> PostgresRows {
    do throws(PostgresFailure) {
      return try await answer(statement, values, within: limit)
    } catch {
      throw error.error(action)
    }
  }

  /// Runs a statement like `run`, but throws the failure itself, for a caller that distinguishes between failures.
  func answer(
    _ statement: PostgresStatement, _ values: [PostgresValue] = [], within limit: Duration? = nil
  ) async throws(PostgresFailure) -> PostgresRows {
    let deadline = system.clock.uptime() + (limit ?? options.statementLimit)
    while true {
      let loop = try await self.loop()
      let result = await withCheckedContinuation { continuation in
        loop.submit(
          PostgresJob(statement: statement, values: values, deadline: deadline) { continuation.resume(returning: $0) })
      }
      switch result {
      case .success(let rows): return rows
      case .failure(let failure):
        guard failure.allowsRepeating(statement), system.clock.uptime() < deadline, !Task.isCancelled else {
          throw failure
        }
      }
    }
  }

  /// Opens a standing connection and keeps it open.
  func start() async throws(AuthError) {
    do throws(PostgresFailure) {
      try await loop().start()
    } catch {
      throw error.error("listen for changes")
    }
  }

  private func loop() async throws(PostgresFailure) -> PostgresLoop {
    if let loop = opening.withLock({ $0 }) { return loop }
    let parameters: ConnectionParameters
    do throws(AuthError) {
      parameters = try make()
    } catch {
      throw .settings(error)
    }
    guard let resolved = await BlockingThread.run({ ResolvedParameters(parameters) }) else {
      throw .unsent("the system could not start a thread")
    }
    guard let loop = PostgresLoop(resolved, options: options, system: system) else {
      throw .unsent("the system has no file descriptors left")
    }
    return opening.withLock { known in
      if let known { return known }
      known = loop
      return loop
    }
  }
}
