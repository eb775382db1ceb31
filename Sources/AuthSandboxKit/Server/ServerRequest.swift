import AuthCore

/// One request while libmicrohttpd reads it and responds. It stays on the daemon's thread.
final class ServerRequest {
  enum Phase {
    case head
    case body
    /// Its response waits for data from the network.
    case preparing(PreparedRequest)
    case held(SandboxExchange)
  }

  let target: String
  var phase = Phase.head
  var headers = HTTPHeaders()
  var body: [UInt8] = []
  var isTooLarge = false
  /// The WebSocket that its response opens.
  var socket: ServerSocket?

  init(target: String) { self.target = target }

  /// Takes a piece of the body; beyond the limit the rest is discarded, so that the response can be 413.
  func append(_ piece: UnsafeBufferPointer<UInt8>) {
    if body.count + piece.count > SandboxServer.bodyLimit {
      isTooLarge = true
      body = []
    } else if !isTooLarge {
      body.append(contentsOf: piece)
    }
  }
}
