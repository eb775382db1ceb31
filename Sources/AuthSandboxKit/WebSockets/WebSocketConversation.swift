import AuthCore

/// One WebSocket from its opening to its end, as a value: it takes events and returns the effects to perform.
struct WebSocketConversation: Sendable {
  enum Effect: Sendable, Hashable {
    /// Sends bytes to the client.
    case send([UInt8])
    /// Delivers a text message to the vendor.
    case deliver(String)
    /// The connection has ended.
    case end
  }

  /// The largest accepted message in bytes.
  static let messageLimit = 64 << 10

  private var reader = WebSocketFrameReader(limit: messageLimit)
  /// Whether this side has sent a close frame; from then on it waits only for the client's close frame.
  private(set) var isClosing = false
  private(set) var isOver = false

  /// Handles bytes from the client.
  mutating func receive(_ bytes: some Sequence<UInt8>) -> [Effect] {
    guard !isOver else { return [] }
    reader.append(bytes)
    var effects: [Effect] = []
    do throws(WebSocketFrameReader.Failure) {
      while !isOver, let event = try reader.next() { effects += handle(event) }
    } catch {
      isOver = true
      effects += isClosing ? [.end] : [.send(WebSocketFrame.close(error.code, error.reason)), .end]
    }
    return effects
  }

  private mutating func handle(_ event: WebSocketFrameReader.Event) -> [Effect] {
    switch event {
    case .text(let text): return isClosing ? [] : [.deliver(text)]
    case .ping(let payload): return isClosing ? [] : [.send(WebSocketFrame.bytes(.pong, payload))]
    case .pong: return []
    case .close(let payload):
      isOver = true
      return isClosing ? [.end] : [.send(WebSocketFrame.bytes(.close, payload)), .end]
    }
  }

  /// Handles a message from the vendor.
  mutating func say(_ news: SandboxSocketNews) -> [Effect] {
    guard !isOver, !isClosing else { return [] }
    switch news {
    case .text(let text): return [.send(WebSocketFrame.text(text))]
    case .close(let code, let reason):
      isClosing = true
      return [.send(WebSocketFrame.close(code, reason))]
    }
  }

  /// Handles the loss of the connection, or a close frame of the client that did not arrive in time.
  mutating func lose() -> [Effect] {
    guard !isOver else { return [] }
    isOver = true
    return [.end]
  }
}
