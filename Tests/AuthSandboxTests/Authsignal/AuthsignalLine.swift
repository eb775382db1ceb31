import AuthCore
import AuthSandbox
import Testing

/// The WebSocket of a page, to the sandbox in this process.
final class AuthsignalLine: Sendable {
  static let path = "/authsignal/ws-v1-challenge"

  /// A browser's handshake. The first subprotocol is the vendor's own, the second one names the caller.
  static func handshake(_ who: String, origin: String? = nil) -> SandboxRequest {
    var headers: HTTPHeaders = [
      "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "authsignal-ws, x.authsignal.\(who)",
    ]
    headers["Origin"] = origin
    return SandboxRequest("GET", path, headers: headers)
  }

  let answer: SandboxResponse
  private let id: SandboxSocketID
  private let sandbox: Sandbox
  private let kept = Kept()

  /// - Parameter who: `tenant.ID` or `token.JWT`.
  init(_ desk: AuthsignalDesk, _ who: String) throws {
    sandbox = desk.sandbox
    answer = sandbox.handle(Self.handshake(who))
    id = try #require(answer.socket, "\(answer.status)")
    let kept = kept
    #expect(sandbox.attach(id) { one in kept.news.withLock { $0.append(one) } })
  }

  func send(_ message: JSONValue) { sandbox.receive(message.serializedText, on: id) }
  func send(text: String) { sandbox.receive(text, on: id) }
  func hangUp() { sandbox.detach(id) }

  func create(_ action: String = "signIn", custom: JSONValue? = nil) throws -> JSONValue {
    var data: JSONObject = ["challengeType": "QR_CODE", "actionCode": .string(action)]
    data["custom"] = custom
    send(["type": "CREATE_CHALLENGE", "data": .object(data)])
    return try #require(try heard().first)
  }

  /// The frames since the last call.
  func news() -> [SandboxSocketNews] {
    kept.news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  /// The messages since the last call.
  func heard() throws -> [JSONValue] {
    try news().compactMap { one in
      guard case .text(let text) = one else { return nil }
      return try JSONValue(parsing: Array(text.utf8))
    }
  }
}

/// The frames that the test has not read yet.
private final class Kept: Sendable {
  let news = Locked([SandboxSocketNews]())
}
