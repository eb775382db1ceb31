import AuthCore
import AuthStorage

/// A database, as statements see it: one call, one transaction, one answer.
final class PostgresDatabase: Sendable {
  private let make: @Sendable () throws(AuthError) -> ConnectionParameters
  private let options: PostgresLoop.Options
  private let system: StorageSystem
  private let opening: Locked<PostgresLoop?> = Locked(nil)

  /// A database; the first statement looks its hosts up and connects.
  ///
  /// - Parameter parameters: reads the settings, so that a wrong one is an error of the first use.
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
  ///   - action: what it does, for the error.
  ///   - limit: how long it may take; nil for the limit of the options.
  /// - Throws: `store_unavailable` when the database does not answer, or the error of the refusal.
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

  /// The same with the failure itself, for a caller that tells them apart.
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

  /// Keeps a standing connection open.
  func start() async throws(AuthError) {
    do throws(PostgresFailure) {
      try await loop().start()
    } catch {
      throw error.error("listen")
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
