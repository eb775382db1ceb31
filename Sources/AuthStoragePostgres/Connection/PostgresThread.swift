import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state of a loop's thread: its connections, and the statements that wait for a connection.
///
/// `@unchecked Sendable`: after the initialiser returns, only the thread that runs `run()` uses this object.
final class PostgresThread: @unchecked Sendable {
  private let parameters: ResolvedParameters
  private let options: PostgresLoop.Options
  private let clock: any AuthClock
  private let random: any RandomSource
  private let mailbox: LoopMailbox
  private var policy: ConnectionPolicy
  private var connections: [PostgresConnection] = []
  private var waiting: [PostgresJob] = []
  private var polled: [pollfd] = []
  private var prepares: Bool
  /// Whether a statement was answered since the last wait.
  private var hasAnswered = false
  /// How often the thread gives the processor to others before it waits.
  private static let patience = 8
  private static let busy = "no connection was free"
  private var lastFailure = PostgresThread.busy

  init(
    _ parameters: ResolvedParameters, _ options: PostgresLoop.Options, _ system: StorageSystem, _ mailbox: LoopMailbox
  ) {
    self.parameters = parameters
    self.options = options
    clock = system.clock
    random = system.random
    self.mailbox = mailbox
    policy = ConnectionPolicy(limit: options.limit)
    prepares = options.prepares
  }

  /// Runs until the loop is closed.
  func run() {
    while takeMail() {
      let now = clock.uptime()
      expire(now)
      assign(now)
      open(now)
      wait(now)
    }
    for connection in connections { connection.abandoned?.answer(.failure(.unanswered("the store was closed"))) }
    for job in waiting { job.answer(.failure(.unsent("the store was closed"))) }
    connections = []
  }

  /// Takes the submitted statements from the mailbox; returns false if the loop was closed.
  private func takeMail() -> Bool {
    mailbox.state.withLock { state in
      waiting += state.jobs
      state.jobs = []
      return !state.isClosed
    }
  }

  /// Ends the statements and connections whose time limit has passed, and removes broken connections. A statement that
  /// was sent cannot be withdrawn, so its connection is closed.
  private func expire(_ now: Duration) {
    for connection in connections {
      if let deadline = connection.deadline, deadline <= now {
        close(connection, "no response within the time limit", now)
      } else if let since = connection.idleSince, options.standing == nil, now - since > options.idleLimit {
        remove(connection)
      } else if connection.isBroken {
        close(connection, connection.reason, now)
      }
    }
    guard waiting.contains(where: { $0.deadline <= now }) else { return }
    let late = waiting.filter { $0.deadline <= now }
    waiting.removeAll { $0.deadline <= now }
    for job in late { job.answer(.failure(.unsent(lastFailure))) }
  }

  private func close(_ connection: PostgresConnection, _ reason: String, _ now: Duration) {
    if connection.isConnecting {
      lastFailure = reason
      parameters.refresh()
      policy.failed(now: now, fraction: random.fraction())
    } else if options.standing != nil {
      policy.failed(now: now, fraction: random.fraction())
    }
    let isUnsent = connection.abandonsUnsent
    connection.abandoned?.answer(.failure(isUnsent ? .unsent(reason) : .unanswered(reason)))
    remove(connection)
  }

  private func remove(_ connection: PostgresConnection) { connections.removeAll { $0 === connection } }

  private func assign(_ now: Duration) {
    for connection in connections where connection.idleSince != nil && !connection.isBroken && !waiting.isEmpty {
      connection.begin(waiting.removeFirst(), prepares: prepares)
    }
  }

  private func open(_ now: Duration) {
    let opening = connections.count { $0.isConnecting }
    let standing = options.standing != nil && connections.isEmpty ? 1 : 0
    let wanted = policy.wanted(
      waiting: waiting.count + standing, opening: opening, open: connections.count, now: now)
    for _ in 0..<wanted {
      guard let connection = PostgresConnection(parameters.current, until: now + options.connectLimit) else { return }
      connections.append(connection)
    }
  }

  private func wait(_ now: Duration) {
    // The array is reused, because this function runs for each statement.
    polled.removeAll(keepingCapacity: true)
    polled.append(pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0))
    for connection in connections { polled.append(connection.poll) }
    let limit = nextEnd(now).map { Int32(clamping: max(0, ($0 - now).milliseconds + 1)) } ?? -1
    // A caller whose statement has just been answered often submits the next one at once. Giving it the processor first
    // spares it the byte that wakes this thread, and this thread the sleep.
    if hasAnswered {
      hasAnswered = false
      for _ in 0..<Self.patience {
        sched_yield()
        if mailbox.hasMail { return }
      }
    }
    guard mailbox.fallAsleep() else { return }
    let ready = poll(&polled, nfds_t(polled.count), limit)
    mailbox.wakeUp()
    guard ready > 0 else { return }
    if polled[0].revents != 0 { mailbox.drain() }
    let after = clock.uptime()
    // `advance` removes no connection (`expire` removes it later), so the indices of both arrays correspond.
    for (index, connection) in connections.enumerated() where polled[index + 1].revents != 0 {
      advance(connection, after)
    }
  }

  /// Returns the earliest time at which work is due without an event of a socket; nil if no work is due.
  private func nextEnd(_ now: Duration) -> Duration? {
    var next: Duration?
    func add(_ time: Duration) { next = min(next ?? time, time) }
    for connection in connections {
      if connection.isBroken { return now }
      if let deadline = connection.deadline { add(deadline) }
      if let idle = connection.idleSince, options.standing == nil { add(idle + options.idleLimit) }
    }
    for job in waiting { add(job.deadline) }
    if policy.notBefore > now, !waiting.isEmpty || options.standing != nil { add(policy.notBefore) }
    return next
  }

  private func advance(_ connection: PostgresConnection, _ now: Duration) {
    if connection.isConnecting {
      guard connection.connect(now: now) else { return }
      policy.connected()
      lastFailure = Self.busy
      if let statement = options.standing {
        connection.begin(
          PostgresJob(statement: statement, values: [], deadline: now + options.connectLimit) { [options] result in
            if case .success = result { options.notified() }
          }, prepares: false)
      }
      return
    }
    if let (job, result) = connection.advance(now: now) { finish(job, result) }
    if connection.takeNotifications() > 0 { options.notified() }
  }

  private func finish(_ job: PostgresJob, _ result: Result<PostgresRows, PostgresFailure>) {
    if case .failure(let failure) = result, failure.concernsPreparing {
      // The pooler does not keep prepared statements. The statement had no effect, so it is sent again without a name.
      prepares = false
      waiting.insert(job, at: 0)
      return
    }
    job.answer(result)
    hasAnswered = true
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
