public import AuthCore
import AuthPrivy
import AuthRuntime
import AuthStoragePostgres
import Synchronization

/// One host of a fleet: it signs users in and keeps their tokens valid. All hosts share the sessions.
///
/// | route | response |
/// | --- | --- |
/// | `GET /health` | `{"status","host","database"}`; 503 while the host shuts down |
/// | `GET /metrics` | metrics for Prometheus |
/// | `POST /sign-in` with `{"token"}`, a JWT of the app's identity system | `{"session","generation","isNewUser"}` |
/// | `GET /token?session=…` | `{"session","generation","expiresAt","tokenSHA256","host"}`, never the token itself |
/// | `POST /refresh?session=…` | the response of `GET /token`, after a renewal |
/// | `POST /sign-out?session=…` | `{"session","told"}`: whether the session was revoked at the vendor |
/// | `GET /sessions?count` | `{"count"}` |
///
/// An error is `{"code","message"}`, with the code of `AuthError`.
public final class Host: Sendable {
  /// The maximum number of accounts in memory, which bounds the memory that the host needs.
  private static let accountLimit = 10_000

  let name: String
  let auth: AuthClient
  let accounts = AccountCache(limit: accountLimit)
  let history: HostHistory
  let clock: any AuthClock
  let watch = DatabaseWatch()
  private let schema: PostgresSchema
  private let isEndingFlag = Atomic<Bool>(false)
  private let openConnections = Mutex<@Sendable () -> Int>({ 0 })
  /// The counters.
  public let metrics = HostMetrics()

  /// Creates a host. The host connects to the database when it is started.
  ///
  /// - Throws: `invalid_configuration`, also if the sessions are not in PostgreSQL, `store_permissions` if the history
  ///   file cannot be opened, and errors of creating the stores.
  public convenience init(_ configuration: HostConfiguration) throws(AuthError) {
    let history = try HostHistory(host: configuration.name, path: configuration.historyFile)
    try self.init(configuration, history: history)
  }

  init(
    _ configuration: HostConfiguration, history: HostHistory, clock: any AuthClock = SystemClock()
  ) throws(AuthError) {
    name = configuration.name
    self.history = history
    self.clock = clock
    let auth = try configuration.authConfiguration()
    let services = try ClientServices.standard(
      for: auth, observer: HostObserver(history: history, metrics: metrics), storage: [.postgres])
    guard let store = services.sessionStore as? PostgresSessionStore else {
      throw AuthError(
        .invalidConfiguration,
        "In $.auth: $.storage.sessions must be {\"postgres\": {…}}, because the hosts of a fleet share their sessions.")
    }
    schema = store.schema
    self.auth = try AuthClient(configuration: auth, plugins: [.privy], services: services)
  }

  /// Starts watching the database, and finishes the work that an earlier run of this host left in its outbox.
  ///
  /// - Parameter connections: returns the number of open connections, for the metrics.
  public func start(connections: @escaping @Sendable () -> Int) async {
    openConnections.withLock { $0 = connections }
    watch.start(schema)
    history.note("host_started")
    // The first read stores the renewals that the earlier run could not store. If it fails, a later request reports the
    // error.
    do throws(AuthError) { _ = try await auth.storedSession() } catch { return }
  }

  /// Whether the host is shutting down and refuses new requests.
  var isEnding: Bool { isEndingFlag.load(ordering: .relaxed) }

  /// Refuses new requests from now on, so that a balancer sends them to other hosts.
  public func end() {
    isEndingFlag.store(true, ordering: .relaxed)
    history.note("host_ending")
  }

  /// Waits for the renewals in progress, so that no credential is lost when the process exits, and stops watching the
  /// database.
  public func settle() async {
    await auth.settle()
    watch.stop()
    history.note("host_ended")
  }

  /// The text of `/metrics`.
  func metricsText() -> String {
    metrics.text(
      HostMetrics.Gauges(
        isEnding: isEnding, database: watch.state, process: .current(), connections: openConnections.withLock { $0 }()))
  }
}
