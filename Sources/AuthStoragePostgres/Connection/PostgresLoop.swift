import AuthCore
import AuthStorage

/// A bounded pool of connections and the one thread that waits for all of them.
///
/// The thread starts with the first statement and ends when the loop is released. Callers hand statements over and are
/// called back on that thread.
final class PostgresLoop: Sendable {
  /// What distinguishes one loop from another.
  struct Options: Sendable {
    /// The most connections.
    var limit = 8
    /// How long connecting may take.
    var connectLimit = Duration.seconds(5)
    /// How long a statement may take, with waiting for a connection and with being sent again.
    var statementLimit = Duration.seconds(10)
    /// Whether statements are prepared, where the other side allows it.
    var prepares = true
    /// What a connection runs first; the connection is then kept open, and made again when it breaks.
    var standing: PostgresStatement?
    /// Called when notifications have arrived, and when a standing connection was made.
    var notified: @Sendable () -> Void = {}
    /// An idle connection is closed after this time.
    var idleLimit = Duration.seconds(300)
  }

  private let parameters: ResolvedParameters
  private let options: Options
  private let system: StorageSystem
  private let mailbox: LoopMailbox

  /// nil when the system gives no descriptors.
  init?(_ parameters: ResolvedParameters, options: Options, system: StorageSystem) {
    guard let mailbox = LoopMailbox() else { return nil }
    self.parameters = parameters
    self.options = options
    self.system = system
    self.mailbox = mailbox
  }

  deinit { mailbox.close() }

  /// Hands a statement over.
  func submit(_ job: PostgresJob) { wake { $0.jobs.append(job) } }

  /// Starts the thread without a statement, for a standing connection.
  func start() { wake { _ in } }

  private func wake(_ change: (inout LoopMailbox.State) -> Void) {
    let starts = mailbox.state.withLock { state in
      change(&state)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts else { return mailbox.signal() }
    let thread = PostgresThread(parameters, options, system, mailbox)
    guard !BlockingThread.start({ thread.run() }) else { return }
    let jobs = mailbox.state.withLock { state in
      state.isRunning = false
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { job.answer(.failure(.unsent("the system could not start a thread"))) }
  }
}
