/// A browser's WebSocket that follows pictures (A66).
struct AuthsignalSocket: Sendable {
  /// How many pictures of one socket are followed; a page that shows a new one every nine minutes (A64) has left the others.
  static let pictureLimit = 32

  /// A picture as it was last told of.
  struct Picture: Sendable {
    let challengeID: String
    var state: String
  }

  /// What the socket's calls are made with: the `Authorization` that its sub-protocol stands for.
  let authorization: String
  let userAgent: String?
  var pictures: [Picture] = []
  /// What is to be said next.
  var news: [SandboxSocketNews] = []

  /// Follows a picture; the oldest one goes where there are too many.
  mutating func follow(_ challengeID: String, state: String) {
    if pictures.count >= Self.pictureLimit { pictures.removeFirst() }
    pictures.append(Picture(challengeID: challengeID, state: state))
  }
}
