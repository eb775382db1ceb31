import AuthCore
import CMicroHTTPD

/// One WebSocket of a server: a thread that reads and writes, and the queue of the vendor's messages that the thread
/// sends.
final class ServerSocket: Sendable {
  private enum Phase: Sendable {
    /// The handshake's response is being sent.
    case opening
    case running
    case over
  }

  private struct State: Sendable {
    var phase = Phase.opening
    var news: [SandboxSocketNews] = []
  }

  private let id: SandboxSocketID
  private let sandbox: Sandbox
  private let table: ServerSockets
  private let state = Locked(State())
  /// The ends of the pipe that wakes the thread.
  private let ends: (read: Int32, write: Int32)

  init?(_ id: SandboxSocketID, sandbox: Sandbox, table: ServerSockets) {
    var ends: [Int32] = [-1, -1]
    guard lk_mhd_wake_open(&ends) == 0 else { return nil }
    self.ends = (ends[0], ends[1])
    self.id = id
    self.sandbox = sandbox
    self.table = table
  }

  deinit {
    var ends = [ends.read, ends.write]
    lk_mhd_wake_close(&ends)
  }

  /// Queues a message for the thread to send.
  func tell(_ news: SandboxSocketNews) {
    state.withLock { $0.news.append(news) }
    lk_mhd_wake(ends.write)
  }

  /// Removes the socket if it was never opened. Called when the handshake's request has ended.
  func abandon() {
    let wasOpening = state.withLock { state in
      guard state.phase == .opening else { return false }
      state.phase = .over
      return true
    }
    if wasOpening { forget() }
  }

  /// Takes over the connection and starts the thread; closes the connection if no thread can be started. `early`
  /// contains the bytes that arrived together with the handshake, after its end.
  func start(_ socket: Int32, handle: UnsafeMutableRawPointer, early: [UInt8]) {
    state.withLock { $0.phase = .running }
    let run = Unmanaged.passRetained(Run(line: self, socket: socket, handle: handle, early: early))
    let failure = lk_mhd_thread(
      { context in
        guard let context else { return }
        Unmanaged<Run>.fromOpaque(context).takeRetainedValue().perform()
      }, run.toOpaque())
    guard failure != 0 else { return }
    run.release()
    finish(handle)
  }

  private func takeNews() -> [SandboxSocketNews] {
    state.withLock { state in
      defer { state.news = [] }
      return state.news
    }
  }

  private func finish(_ handle: UnsafeMutableRawPointer) {
    state.withLock { $0.phase = .over }
    lk_mhd_upgrade_close(handle)
    forget()
  }

  private func forget() {
    sandbox.detach(id)
    table.remove(id)
  }

  /// The limit of one second within which a client must accept the data that is sent to it, answer a close frame, or
  /// stop sending. The deadline is fixed at the start, so that a client that keeps sending does not get more time with
  /// each frame.
  private struct Patience {
    private let end = ContinuousClock.now.advanced(by: .seconds(1))

    /// The remaining time.
    var milliseconds: Int32 { Int32(max(0, ContinuousClock.now.duration(to: end) / .milliseconds(1))) }
  }

  /// The thread's state, which stays on the thread.
  private final class Run {
    private let line: ServerSocket
    private let socket: Int32
    private let handle: UnsafeMutableRawPointer
    private let early: [UInt8]
    private var conversation = WebSocketConversation()
    /// Whether a write failed or the client did not accept the data in time. If so, nothing more is sent.
    private var isBroken = false

    init(line: ServerSocket, socket: Int32, handle: UnsafeMutableRawPointer, early: [UInt8]) {
      self.line = line
      self.socket = socket
      self.handle = handle
      self.early = early
    }

    func perform() {
      perform(conversation.receive(early))
      var goodbye: Patience?
      while !conversation.isOver {
        perform(line.takeNews().flatMap { conversation.say($0) })
        guard !conversation.isOver else { break }
        if conversation.isClosing { goodbye = goodbye ?? Patience() }
        listen(for: goodbye?.milliseconds)
      }
      lk_mhd_socket_finish(socket)
      drain()
      line.finish(handle)
    }

    /// Waits for bytes from the client or for a message to send; ends the connection when no time is left or the wait
    /// fails.
    private func listen(for milliseconds: Int32?) {
      let ready = milliseconds == 0 ? -1 : lk_mhd_socket_wait(socket, line.ends.read, milliseconds ?? -1)
      if ready < 0 { perform(conversation.lose()) }
      if ready > 0, ready & Int32(lk_mhd_socket_readable) != 0 { read() }
    }

    private func read() {
      var buffer = [UInt8](repeating: 0, count: 16 << 10)
      let count = lk_mhd_socket_read(socket, &buffer, buffer.count)
      if count > 0 { perform(conversation.receive(buffer[..<count])) }
      if count < -1 { perform(conversation.lose()) }
    }

    /// Reads and discards the data that the client still sends, for at most one second, because closing with unread
    /// data would reset the connection and lose the last frames.
    private func drain() {
      let patience = Patience()
      var buffer = [UInt8](repeating: 0, count: 16 << 10)
      while patience.milliseconds > 0 {
        guard lk_mhd_socket_wait(socket, line.ends.read, patience.milliseconds) > 0 else { return }
        if lk_mhd_socket_read(socket, &buffer, buffer.count) < -1 { return }
      }
    }

    private func perform(_ effects: [WebSocketConversation.Effect]) {
      let patience = Patience()
      for effect in effects {
        switch effect {
        case .send(let bytes):
          guard !isBroken, lk_mhd_socket_write(socket, bytes, bytes.count, patience.milliseconds) != 0 else { continue }
          isBroken = true
          _ = conversation.lose()
        case .deliver(let text): line.sandbox.receive(text, on: line.id)
        case .end: break
        }
      }
    }
  }
}
