import AuthCore
import AuthStoragePostgres
import Synchronization

/// Checks the database again a second after each check, so that `/health` can report the last result at once, even if
/// the database does not answer.
final class DatabaseWatch: Sendable {
  private static let pause = Duration.seconds(1)
  private let known = Mutex(DatabaseState())
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// The result of the last check.
  var state: DatabaseState { known.withLock { $0 } }

  /// Starts the checks.
  func start(_ schema: PostgresSchema) {
    let checks = Task { [weak self] in
      while !Task.isCancelled {
        let state = await Self.check(schema)
        guard let self else { return }
        known.withLock { $0 = state }
        do { try await Task.sleep(for: Self.pause) } catch { return }
      }
    }
    task.withLock { $0 = checks }
  }

  /// Ends the checks.
  func stop() { task.withLock { $0?.cancel() } }

  private static func check(_ schema: PostgresSchema) async -> DatabaseState {
    do throws(AuthError) {
      let state = try await schema.state()
      return DatabaseState(answers: true, isReady: state.isReady, version: state.version)
    } catch {
      return DatabaseState(code: error.code)
    }
  }
}
