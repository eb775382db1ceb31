import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message from the vendor's server over the WebSocket of a QR code (A66 to A69).
enum QRCodeMessage: Sendable, Equatable {
  /// The challenge was created.
  case created(WaitingChallenge)
  /// The state of a challenge has changed.
  case changed(challengeID: String, WaitingState)
  /// Any other message, which is ignored.
  case other

  /// Reads a text message.
  ///
  /// - Throws: `malformed_response` for a string that is not JSON, or for a message whose values are missing or
  ///   invalid.
  init(_ text: String) throws(AuthError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw AuthError(.malformedResponse, "The message over the WebSocket is not JSON. Start again.")
    }
    // The values are wrapped in `data`, as in the client's message (A68).
    let data = json["data"] ?? .null
    switch json["type"]?.stringValue {
    case "CHALLENGE_CREATED":
      self = .created(
        WaitingChallenge(id: try data.requiredIdentifier("challengeId"), expiresAt: Self.date(data["expiresAt"])))
    case "STATE_CHANGE":
      self = .changed(challengeID: try data.requiredIdentifier("challengeId"), try Self.state(data))
    default: self = .other
    }
  }

  /// The message that requests a challenge.
  static func create(action: String, custom: JSONValue?) -> String {
    var data: JSONObject = ["challengeType": "QR_CODE", "actionCode": .string(action)]
    data["custom"] = custom
    return JSONValue.object(["type": "CREATE_CHALLENGE", "data": .object(data)]).serializedText
  }

  /// The WebSocket's address: the API's address with `wss` in place of `https` (`ws` in place of `http`), `api-ws` in
  /// place of the host label `api`, and `ws-v1-challenge` in place of the path segment `v1`; nil if the API's address
  /// has no host.
  static func url(of baseURL: URL) -> URL? {
    guard var parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: false), let host = parts.host else {
      return nil
    }
    parts.scheme = parts.scheme == "http" ? "ws" : "wss"
    parts.host = host.split(separator: ".").map { $0 == "api" ? "api-ws" : $0 }.joined(separator: ".")
    parts.path = parts.path.split(separator: "/").map { "/" + ($0 == "v1" ? "ws-v1-challenge" : $0) }.joined()
    return parts.url
  }

  /// The subprotocols: the vendor's own, and one that identifies the caller by the token or, without a token, by the
  /// tenant (A66, A67).
  static func subprotocols(tenant: String, _ token: ActionToken? = nil) -> [String] {
    ["authsignal-ws", token.map { "x.authsignal.token." + $0.secret.revealText() } ?? "x.authsignal.tenant." + tenant]
  }

  private static func state(_ data: JSONValue) throws(AuthError) -> WaitingState {
    switch data["state"]?.stringValue {
    case "approved":
      guard let token = ActionToken(try data.requiredSecret("accessToken")) else {
        throw AuthError(.malformedResponse, "The message's accessToken is not a JWT. Start again.")
      }
      return .approved(token)
    case "rejected": return .denied
    case "unclaimed": return .open
    case "claimed": return .claimed
    default: throw AuthError(.malformedResponse, "The message's state is unknown. Start again.")
    }
  }

  /// Reads a time: ISO 8601 text (A68) or, as in other challenges, seconds since 1970 (A44).
  private static func date(_ value: JSONValue?) -> Date? {
    if let seconds = value?.integerValue { return Date(timeIntervalSince1970: Double(seconds)) }
    return value?.stringValue.flatMap { ISO8601.decode($0) }
  }
}
