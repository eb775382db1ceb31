import AuthCore
import AuthStorage

/// A database. Each call runs one statement in one transaction and returns its rows.
final class PostgresDatabase: Sendable {
  private let make: @Sendable () throws(AuthError) -> ConnectionParameters
  private let options: PostgresLoop.Options
  private let system: StorageSystem
  private let opening: Locked<PostgresLoop?> = Locked(nil)

  /// Creates a database. The first statement looks up the hosts and connects.
  ///
  /// - Parameters:
  ///   - options: the options of the pool.
  ///   - system: the source of the time and of random numbers.
  ///   - parameters: makes the parameters of the connections. It is called at the first use, which throws the error of
  ///     a wrong setting.
  init(
    options: PostgresLoop.Options, system: StorageSystem,
    _ parameters: @escaping @Sendable () throws(AuthError) -> ConnectionParameters
  ) {
    make = parameters
    self.options = options
    self.system = system
  }

  /// Runs a statement. If the connection breaks, a repeatable statement is sent again.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - values: the values for `$1`, `$2`, ….
  ///   - action: the purpose of the statement, for error messages: an infinitive without "to".
  ///   - limit: how long the statement may take; nil for the limit of the options.
  /// - Throws: `store_unavailable` if the database does not respond, `invalid_configuration` for a wrong setting or a
  ///   missing libpq, or the error for the server's refusal.
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

  /// Opens the standing connection and keeps it open.
  ///
  /// - Throws: `invalid_configuration` for a wrong setting or a missing libpq, or `store_unavailable` if the system has
  ///   no threads or file descriptors left. A server that cannot be reached is not an error: the loop tries again.
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
      throw .unsent("the system could not start a thread; raise the limit on threads")
    }
    guard let loop = PostgresLoop(resolved, options: options, system: system) else {
      throw .unsent("the system has no file descriptors left; raise the limit on open files")
    }
    return opening.withLock { known in
      if let known { return known }
      known = loop
      return loop
    }
  }
}
