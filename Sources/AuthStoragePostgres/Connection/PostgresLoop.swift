import AuthCore
import AuthStorage

/// A bounded pool of connections, with one thread that waits for all of them.
///
/// The thread starts with the first statement, and ends when the loop is deallocated. The callbacks of submitted
/// statements run on that thread.
final class PostgresLoop: Sendable {
  /// The settings of a loop.
  struct Options: Sendable {
    /// The maximum number of connections.
    var limit = 8
    /// How long an attempt to connect may take.
    var connectLimit = Duration.seconds(5)
    /// How long a statement may take, including the wait for a connection and further attempts.
    var statementLimit = Duration.seconds(10)
    /// Whether statements are prepared. A loop stops preparing statements if a pooler does not keep them prepared.
    var prepares = true
    /// The first statement of a standing connection, which is kept open and is opened again if it breaks; nil for a
    /// loop without a standing connection.
    var standing: PostgresStatement?
    /// The callback for arrived notifications, which is also called when a standing connection was opened.
    var notified: @Sendable () -> Void = {}
    /// The time after which an idle connection is closed.
    var idleLimit = Duration.seconds(300)
  }

  private let parameters: ResolvedParameters
  private let options: Options
  private let system: StorageSystem
  private let mailbox: LoopMailbox

  /// Creates a loop; nil if the system has no file descriptors left.
  init?(_ parameters: ResolvedParameters, options: Options, system: StorageSystem) {
    guard let mailbox = LoopMailbox() else { return nil }
    self.parameters = parameters
    self.options = options
    self.system = system
    self.mailbox = mailbox
  }

  deinit { mailbox.close() }

  /// Submits a statement.
  func submit(_ job: PostgresJob) { wake { $0.jobs.append(job) } }

  /// Starts the thread without a statement, for a standing connection.
  func start() { wake { _ in } }

  private func wake(_ change: (inout LoopMailbox.State) -> Void) {
    let (starts, signals) = mailbox.state.withLock { state in
      change(&state)
      defer { (state.isRunning, state.isAwake) = (true, true) }
      return (!state.isRunning, !state.isAwake)
    }
    guard starts else { return signals ? mailbox.signal() : () }
    let thread = PostgresThread(parameters, options, system, mailbox)
    guard !BlockingThread.start({ thread.run() }) else { return }
    let jobs = mailbox.state.withLock { state in
      (state.isRunning, state.isAwake) = (false, false)
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { job.answer(.failure(.unsent("the system could not start a thread; raise the limit on threads"))) }
  }
}
