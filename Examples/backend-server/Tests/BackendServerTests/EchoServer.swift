import AuthCore

@testable import BackendServer

/// A server that answers with a request's path, and the length and first bytes of its body.
func echoServer(limits: ServerLimits = ServerLimits()) throws -> HTTPServer {
  let server = try HTTPServer(limits: limits)
  server.start(answering: { request in
    .ready(
      .ok([
        "path": .string(request.path), "length": .integer(Int64(request.body.count)),
        "body": .string(String(decoding: request.body.prefix(8), as: UTF8.self)),
      ]))
  })
  return server
}

/// Lets responses wait for a test.
final class Gate: Sendable {
  private let state = Guarded((isOpen: false, waiting: 0))

  var waiting: Int { state.withLock { $0.waiting } }

  func open() { state.change { $0.isOpen = true } }

  func pass() async {
    state.change { $0.waiting += 1 }
    while !state.withLock({ $0.isOpen }) { await Task.yield() }
  }
}
