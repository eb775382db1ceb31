/// The open connections of a server, and what each must do until when. A value without I/O.
struct Connections: Sendable {
  /// A connection's name, which is unique while the connection is open.
  typealias ID = UInt

  private struct Entry: Sendable {
    let socket: Int32
    let isAdmitted: Bool
    /// When the client must have received the response and sent its next request; nil while the backend makes a
    /// response.
    var deadline: ContinuousClock.Instant?
  }

  private let limits: ServerLimits
  private var entries: [ID: Entry] = [:]
  /// The number of admitted connections.
  private(set) var count = 0
  /// Whether no connection may begin another request.
  private(set) var isStopping = false

  init(limits: ServerLimits) { self.limits = limits }

  var isEmpty: Bool { entries.isEmpty }
  /// The sockets of all connections.
  var sockets: [Int32] { entries.values.map(\.socket) }

  /// Adds a connection, which is admitted unless the limit is reached or the server is stopping.
  mutating func add(_ id: ID, socket: Int32, now: ContinuousClock.Instant) {
    let isAdmitted = !isStopping && count < limits.connections
    if isAdmitted { count += 1 }
    let patience = isAdmitted ? limits.patience : min(limits.refusalPatience, limits.patience)
    entries[id] = Entry(socket: socket, isAdmitted: isAdmitted, deadline: now + patience)
  }

  /// Removes a connection that was closed.
  mutating func remove(_ id: ID) {
    if entries.removeValue(forKey: id)?.isAdmitted == true { count -= 1 }
  }

  /// Notes that a request is complete, whose response may take any time. Returns whether the connection is admitted.
  mutating func beginResponse(on id: ID) -> Bool {
    guard entries[id]?.isAdmitted == true else { return false }
    entries[id]?.deadline = nil
    return true
  }

  /// Notes that a response is being sent: from now on, the client could delay the next step.
  mutating func endResponse(on id: ID, now: ContinuousClock.Instant) {
    entries[id]?.deadline = now + limits.patience
  }

  /// Returns the sockets of the connections whose time is over.
  func late(now: ContinuousClock.Instant) -> [Int32] {
    entries.values.filter { entry in entry.deadline.map { $0 <= now } ?? false }.map(\.socket)
  }

  /// Lets no connection begin another request.
  mutating func stop() { isStopping = true }
}
