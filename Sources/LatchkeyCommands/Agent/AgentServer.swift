import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The loop of the agent's thread. It owns all sockets and never blocks on one; requests are served by tasks.
struct AgentServer {
  /// What a line asks for.
  enum Work: Sendable {
    /// The reply, for which nothing had to be read or asked. Such requests are answered however busy the agent is.
    case reply(AgentInbox.Reply)
    /// Makes the reply.
    case task(@Sendable () async -> AgentInbox.Reply)
  }

  /// Reads one line.
  typealias Serve = @Sendable ([UInt8]) -> Work

  private struct Client {
    let socket: UnixSocket
    /// Whether the connection exceeds the limit. Requests that need no work are answered nevertheless, so that an agent
    /// whose connections all hang can be told to end.
    let isExtra: Bool
    var connection: AgentConnection
    var task: Task<Void, Never>?
  }

  private let listener: UnixSocket
  private let inbox: AgentInbox
  private let limits: AgentLimits
  /// The user whose processes may connect.
  private let user: UInt32
  /// Whether the socket's file still belongs to this agent.
  private let isInPlace: @Sendable () -> Bool
  private let serve: Serve

  private let start = ContinuousClock.now
  private var clients: [UInt64: Client] = [:]
  private var lastClient: UInt64 = 0
  private var lifetime: AgentLifetime
  private var isListening = true
  /// When connections are accepted again after the system refused one.
  private var accepting = Duration.zero
  /// When the socket's file is checked again.
  private var looking = Duration.zero
  private static let lookTime = Duration.seconds(10)

  init(
    listener: UnixSocket, inbox: AgentInbox, limits: AgentLimits, user: UInt32,
    isInPlace: @escaping @Sendable () -> Bool, serve: @escaping Serve
  ) {
    self.listener = listener
    self.inbox = inbox
    self.limits = limits
    self.user = user
    self.isInPlace = isInPlace
    self.serve = serve
    lifetime = AgentLifetime(limits, at: .zero)
  }

  /// Serves clients until the agent ends. Blocks the calling thread.
  ///
  /// - Parameter closing: runs when no more connections are accepted, before the last answers are sent.
  mutating func run(closing: () -> Void) {
    while true {
      let now = start.duration(to: .now)
      lifetime.check(at: now, serving: serving)
      if looking <= now {
        looking = now + Self.lookTime
        if !isInPlace() { lifetime.stop(at: now) }
      }
      if lifetime.isStopping {
        stopListening(closing)
        for id in clients.filter({ $0.value.connection.wantsInput }).map(\.key) { end(id) }
      }
      // The IDs alone: a second reference to the connections would keep their buffers from being overwritten.
      for id in clients.filter({ $0.value.connection.end.map { $0 <= now } ?? false }).map(\.key) { end(id) }
      if lifetime.isOver(at: now, connections: clients.count) { break }
      wait(at: now)
    }
    for id in Array(clients.keys) { end(id) }
  }

  private mutating func stopListening(_ closing: () -> Void) {
    guard isListening else { return }
    isListening = false
    // The name is removed first: a client that finds no name starts another agent.
    closing()
    listener.close()
  }

  private var serving: Int { clients.values.count { $0.connection.isServing } }

  /// Waits for the next event, and handles all that have happened.
  private mutating func wait(at now: Duration) {
    let isFull = accepting > now
    var sources = [pollfd(fd: inbox.output.descriptor, events: Int16(POLLIN), revents: 0)]
    sources.append(
      pollfd(fd: isListening && !isFull ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0))
    let order = Array(clients.keys)
    for id in order {
      guard let client = clients[id] else { continue }
      let events = (client.connection.wantsInput ? POLLIN : 0) | (client.connection.wantsOutput ? POLLOUT : 0)
      sources.append(pollfd(fd: client.socket.descriptor, events: Int16(events), revents: 0))
    }
    var next = [lifetime.next, looking] + clients.values.compactMap(\.connection.end)
    if isFull { next.append(accepting) }
    let rest = (next.min() ?? now) - now
    let milliseconds = rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000 + 1
    guard poll(&sources, nfds_t(sources.count), Int32(max(0, min(60_000, milliseconds)))) > 0 else { return }
    let then = start.duration(to: .now)
    for (index, id) in order.enumerated() where sources[index + 2].revents != 0 {
      happened(to: id, Int32(sources[index + 2].revents), at: then)
    }
    if sources[0].revents != 0 { for report in inbox.taken() { take(report, at: then) } }
    if sources[1].revents != 0 { accept(at: then) }
  }

  private mutating func accept(at now: Duration) {
    while let socket = listener.accepted() {
      guard socket.peer?.user == user else {
        socket.close()
        continue
      }
      // Beyond twice the limit, a client gets no answer, because the answer would also need memory.
      guard clients.count < 2 * limits.connections else {
        socket.close()
        continue
      }
      lastClient += 1
      clients[lastClient] = Client(
        socket: socket, isExtra: clients.count >= limits.connections, connection: AgentConnection(limits, at: now))
    }
    // Without a free descriptor, the waiting connection stays in the queue, and `poll` would return immediately.
    if ![EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) { accepting = now + .milliseconds(100) }
  }

  private mutating func happened(to id: UInt64, _ events: Int32, at now: Duration) {
    // The only reference to the buffers, so that they are overwritten in place.
    guard var client = clients.removeValue(forKey: id) else { return }
    var step = AgentConnection.Step.wait
    if client.connection.wantsInput {
      switch client.socket.received() {
      case .nothing: break
      case .closed: step = client.connection.ended(at: now)
      case .bytes(var bytes):
        step = client.connection.received(bytes, at: now)
        Wiping.wipe(&bytes)
      }
    } else if client.connection.wantsOutput, events & POLLOUT != 0 {
      if let count = client.socket.sent(client.connection.output) {
        step = client.connection.sent(count, at: now)
      } else {
        step = .close
      }
    } else if events & (POLLHUP | POLLERR | POLLNVAL) != 0 {
      step = .close
    }
    clients[id] = client
    follow(step, id, at: now)
  }

  private mutating func follow(_ step: AgentConnection.Step, _ id: UInt64, at now: Duration) {
    switch step {
    case .wait: break
    case .close: end(id)
    // A line that had arrived before the agent was told to end.
    case .serve where lifetime.isStopping: end(id)
    case .serve(let line):
      switch serve(line) {
      case .reply(let reply): take(.reply(connection: id, reply), at: now)
      case .task where clients[id]?.isExtra == true:
        let error = tooMany
        clients[id]?.connection.refuse(error, at: now)
      case .task(let body):
        let inbox = inbox
        clients[id]?.task = Task.detached { inbox.report(.reply(connection: id, await body())) }
      }
    }
  }

  private var tooMany: AuthError {
    AuthError(
      .rateLimited, "\(limits.connections) connections are open, which is the limit. Close one, and try again.")
  }

  private mutating func take(_ report: AgentInbox.Report, at now: Duration) {
    switch report {
    case .stop: lifetime.stop(at: now)
    case .reply(let id, let reply):
      if reply.isUse { lifetime.used(at: now) }
      if reply.then != .nothing { lifetime.stop(at: now) }
      if reply.then == .giveUp { return end(id) }
      clients[id]?.task = nil
      clients[id]?.connection.answered(reply.line, at: now)
    }
  }

  private mutating func end(_ id: UInt64) {
    guard var client = clients.removeValue(forKey: id) else { return }
    client.task?.cancel()
    client.connection.wipe()
    client.socket.close()
  }
}
