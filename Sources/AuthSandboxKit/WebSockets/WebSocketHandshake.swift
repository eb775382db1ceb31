import AuthCore
import AuthCrypto

/// A client's opening handshake for a WebSocket. Its method and header fields have been checked (RFC 6455 §4.2.1).
public struct WebSocketHandshake: Sendable {
  /// The subprotocols that the client offers, in order of preference.
  public let subprotocols: [String]
  private let key: String

  /// Reads the handshake of a request.
  ///
  /// - Returns: the handshake; if the request is not a valid handshake, the refusal with the response to send.
  public static func read(_ request: SandboxRequest) -> Result<WebSocketHandshake, Refusal> {
    guard request.method == "GET" else {
      return .failure(
        Refusal(.refusal(405, "method_not_allowed", "The handshake of a WebSocket is a GET request. Send GET.")))
    }
    guard words(request, "Upgrade").contains("websocket"), words(request, "Connection").contains("upgrade") else {
      var response = SandboxResponse.refusal(
        426, "upgrade_required",
        "This route accepts only the handshake of a WebSocket. Send `Connection: Upgrade` and `Upgrade: websocket`.")
      response.headers["Upgrade"] = "websocket"
      return .failure(Refusal(response))
    }
    guard request.headers["Sec-WebSocket-Version"] == "13" else {
      var response = SandboxResponse.refusal(426, "upgrade_required", "Sec-WebSocket-Version must be 13.")
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

  /// The refusal of an invalid handshake.
  public struct Refusal: Error {
    /// The response to the request.
    public let response: SandboxResponse
    init(_ response: SandboxResponse) { self.response = response }
  }

  /// Returns the response with status 101, which opens the socket.
  ///
  /// - Parameters:
  ///   - socket: the id that the vendor gives to the socket.
  ///   - subprotocol: the selected subprotocol, one of those offered.
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
