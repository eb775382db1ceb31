import AuthCore
import AuthCrypto

/// A client's checked handshake for a WebSocket (RFC 6455 §4.2.1).
public struct WebSocketHandshake: Sendable {
  /// The sub-protocols that the client offers, in order.
  public let subprotocols: [String]
  private let key: String

  /// Reads a request's handshake.
  ///
  /// - Returns: the handshake, or the response to any other request.
  public static func read(_ request: SandboxRequest) -> Result<WebSocketHandshake, Refusal> {
    guard request.method == "GET" else {
      return .failure(Refusal(.refusal(405, "method_not_allowed", "A WebSocket is opened by GET.")))
    }
    guard words(request, "Upgrade").contains("websocket"), words(request, "Connection").contains("upgrade") else {
      var response = SandboxResponse.refusal(426, "upgrade_required", "This address is a WebSocket's.")
      response.headers["Upgrade"] = "websocket"
      return .failure(Refusal(response))
    }
    guard request.headers["Sec-WebSocket-Version"] == "13" else {
      var response = SandboxResponse.refusal(426, "upgrade_required", "Only version 13 of WebSocket is served.")
      response.headers["Sec-WebSocket-Version"] = "13"
      return .failure(Refusal(response))
    }
    guard let key = request.headers["Sec-WebSocket-Key"], Base64.decode(key)?.count == 16 else {
      return .failure(Refusal(.refusal(400, "malformed_request", "Sec-WebSocket-Key must be 16 bytes in base64.")))
    }
    let offered = request.headers.values(of: "Sec-WebSocket-Protocol").flatMap { $0.split(separator: ",") }
      .map { $0.trimmingBlanks }
    return .success(WebSocketHandshake(subprotocols: offered, key: key))
  }

  /// The response instead of a handshake.
  public struct Refusal: Error {
    /// The response.
    public let response: SandboxResponse
    init(_ response: SandboxResponse) { self.response = response }
  }

  /// The response that opens the socket.
  public func response(_ socket: SandboxSocketID, subprotocol: String) -> SandboxResponse {
    let proof = Insecure.SHA1.hash(data: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    var response = SandboxResponse(
      status: 101,
      headers: [
        "Upgrade": "websocket", "Sec-WebSocket-Accept": Base64.encode(Array(proof)),
        "Sec-WebSocket-Protocol": subprotocol,
      ])
    response.socket = socket
    return response
  }

  private static func words(_ request: SandboxRequest, _ name: String) -> [String] {
    request.headers.values(of: name).flatMap { $0.split(separator: ",") }.map { $0.trimmingBlanks.lowercased() }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
