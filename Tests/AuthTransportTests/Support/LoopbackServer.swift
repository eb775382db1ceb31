#if canImport(Glibc)
  import AuthCore
  import Glibc

  /// A small blocking HTTP/1.1 server on loopback that follows a test's script. It has one thread for each connection
  /// and no other logic, so that a test observes only the client.
  final class LoopbackServer: Sendable {
    /// A received request.
    struct Request: Sendable {
      let method: String
      let target: String
      let headers: HTTPHeaders
      let body: [UInt8]
      /// The number of the request's connection, from 1.
      let connection: Int
      /// The number of the request among all requests of the server, from 1.
      let number: Int
    }

    /// The steps of a response.
    enum Step: Sendable {
      case answer(Int, HTTPHeaders = [:], [UInt8] = [])
      /// Send these bytes unchanged.
      case raw(String)
      case pause(milliseconds: UInt32)
      /// Wait until the client closes the connection.
      case awaitClose
      /// Close the connection.
      case close
    }

    typealias Script = @Sendable (Request) -> [Step]

    private struct State {
      var requests: [Request] = []
      var connections = 0
      var closures: [ContinuousClock.Instant] = []
      var isClosed = false
    }

    let port: Int
    private let listener: Int32
    private let script: Script
    private let state = Locked(State())

    init(_ script: @escaping Script = { _ in [.answer(200)] }) throws {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
      }
      guard bound == 0, listen(descriptor, 512) == 0 else { throw ServerFailure(call: "bind", code: errno) }
      var length = size
      _ = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
      }
      port = Int(UInt16(bigEndian: address.sin_port))
      listener = descriptor
      self.script = script
      try Self.thread { [self] in acceptAll() }
    }

    /// Stops listening. Open connections end when their clients close them.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    var origin: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { state.withLock { $0.requests } }
    var connections: Int { state.withLock { $0.connections } }
    /// Whether the server has closed its listening socket, so that the port is free.
    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// The times at which the server's threads noticed that clients had closed their connections.
    var closures: [ContinuousClock.Instant] { state.withLock { $0.closures } }

    private func acceptAll() {
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 {
          if errno == EINTR || errno == ECONNABORTED { continue }
          close(listener)
          state.withLock { $0.isClosed = true }
          return
        }
        // A child process of another test must not inherit the connection and keep it open.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var on: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        let number = state.withLock { state in
          state.connections += 1
          return state.connections
        }
        do {
          try Self.thread { [self] in
            serve(connection, number)
            // Ends the connection even if a child was started before the flag was set.
            shutdown(connection, Int32(SHUT_RDWR))
            close(connection)
          }
        } catch {
          close(connection)
        }
      }
    }

    private func serve(_ connection: Int32, _ number: Int) {
      var reader = RequestReader(descriptor: connection)
      while let (head, body) = reader.next() {
        let request = state.withLock { state in
          let request = Request(
            method: head.method, target: head.target, headers: head.headers, body: body, connection: number,
            number: state.requests.count + 1)
          state.requests.append(request)
          return request
        }
        for step in script(request) where !perform(step, connection, head.method) { return }
      }
      state.withLock { $0.closures.append(.now) }
    }

    /// Performs a step; returns false if the connection is over.
    private func perform(_ step: Step, _ connection: Int32, _ method: String) -> Bool {
      switch step {
      case .answer(let status, let headers, let body):
        var text = "HTTP/1.1 \(status) X\r\n"
        for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
        text += "Content-Length: \(body.count)\r\n\r\n"
        return write(Array(text.utf8) + (method == "HEAD" ? [] : body), connection)
      case .raw(let text): return write(Array(text.utf8), connection)
      case .pause(let milliseconds):
        usleep(milliseconds * 1000)
        return true
      case .awaitClose:
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
        state.withLock { $0.closures.append(.now) }
        return false
      case .close: return false
      }
    }

    private func write(_ bytes: [UInt8], _ connection: Int32) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }

    private final class Work: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func thread(_ body: @escaping @Sendable () -> Void) throws {
      var thread = pthread_t()
      let work = Unmanaged.passRetained(Work(body))
      let failure = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
          return nil
        }, work.toOpaque())
      guard failure == 0 else {
        work.release()
        throw ServerFailure(call: "pthread_create", code: failure)
      }
      pthread_detach(thread)
    }
  }

  struct ServerFailure: Error {
    let call: String
    let code: Int32
  }
#endif
