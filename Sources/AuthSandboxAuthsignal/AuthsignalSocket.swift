import AuthSandboxKit

/// A browser's WebSocket that follows QR codes (A66).
struct AuthsignalSocket: Sendable {
  /// How many QR codes of one socket are followed; a page that shows a new one every nine minutes (A64) has abandoned
  /// the others.
  static let pictureLimit = 32

  /// A QR code's state as last reported.
  struct Picture: Sendable {
    let challengeID: String
    var state: String
  }

  /// The credentials of the socket's calls: the `Authorization` header that its sub-protocol replaces.
  let authorization: String
  let userAgent: String?
  var pictures: [Picture] = []
  /// The news to send next.
  var news: [SandboxSocketNews] = []

  /// Follows a QR code; drops the oldest one when there are too many.
  mutating func follow(_ challengeID: String, state: String) {
    if pictures.count >= Self.pictureLimit { pictures.removeFirst() }
    pictures.append(Picture(challengeID: challengeID, state: state))
  }
}
