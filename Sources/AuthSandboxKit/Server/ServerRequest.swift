import AuthCore

/// One request while libmicrohttpd reads it and responds. Only the daemon's thread uses the object.
final class ServerRequest {
  enum Phase {
    case head
    case body
    /// The response needs a key set that is being fetched.
    case preparing(PreparedRequest)
    /// The response is ready, but a fault delays it.
    case held(SandboxExchange)
  }

  let target: String
  var phase = Phase.head
  var headers = HTTPHeaders()
  var body: [UInt8] = []
  var isTooLarge = false
  /// The WebSocket that the response opens; nil for any other response.
  var socket: ServerSocket?

  init(target: String) { self.target = target }

  /// Adds a piece of the body. A body larger than `SandboxServer.bodyLimit` is read but discarded, so that the response
  /// can be 413.
  func append(_ piece: UnsafeBufferPointer<UInt8>) {
    if body.count + piece.count > SandboxServer.bodyLimit {
      isTooLarge = true
      body = []
    } else if !isTooLarge {
      body.append(contentsOf: piece)
    }
  }
}
