import AuthSandboxKit

/// A browser's WebSocket, over which the states of QR codes are reported (A66).
struct AuthsignalSocket: Sendable {
  /// How many QR codes of a socket are followed. A page shows a new QR code every nine minutes (A64), so it no longer
  /// shows the older ones.
  static let pictureLimit = 32

  /// A QR code, with its last reported state.
  struct Picture: Sendable {
    let challengeID: String
    var state: String
  }

  /// The credentials of the socket's calls, as a value of `Authorization`. In the handshake, one of the offered
  /// subprotocols contains them.
  let authorization: String
  let userAgent: String?
  var pictures: [Picture] = []
  /// The messages to send next.
  var news: [SandboxSocketNews] = []

  /// Follows a QR code; beyond `pictureLimit`, stops following the oldest one.
  mutating func follow(_ challengeID: String, state: String) {
    if pictures.count >= Self.pictureLimit { pictures.removeFirst() }
    pictures.append(Picture(challengeID: challengeID, state: state))
  }
}
