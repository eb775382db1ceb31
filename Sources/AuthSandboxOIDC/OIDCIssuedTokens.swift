import AuthCore

/// The tokens and their grants.
struct OIDCIssuedTokens: Sendable {
  private var tokens = OIDCExpiringValues<OIDCIssuedToken>()
  /// The grants that have ended although their tokens have not expired.
  private var ended = OIDCExpiringValues<Bool>()

  /// The live tokens of grants that have not ended.
  func live(at time: Int64) -> [OIDCIssuedToken] {
    tokens.live(at: time).map(\.value).filter { $0.spentAt == nil && ended.value($0.grant.id, at: time) == nil }
  }

  /// The token with this string; nil if it is unknown or has expired, or if its grant has ended. A used refresh token
  /// is also returned.
  func token(_ text: String, _ kind: OIDCIssuedToken.Kind, at time: Int64) -> OIDCIssuedToken? {
    guard let token = tokens.value(text, at: time), token.kind == kind, !isEnded(token.grant.id, at: time) else {
      return nil
    }
    return token
  }

  func isEnded(_ grant: String, at time: Int64) -> Bool { ended.value(grant, at: time) != nil }

  mutating func put(_ text: String, _ token: OIDCIssuedToken) {
    tokens.put(text, token, until: token.expires, at: token.issued)
  }

  /// Notes the use of a refresh token.
  mutating func spend(_ text: String, at time: Int64) { tokens.change(text) { $0.spentAt = $0.spentAt ?? time } }

  /// Removes one token.
  mutating func remove(_ text: String, at time: Int64) { _ = tokens.take(text, at: time) }

  /// Ends a grant: none of its tokens is valid any more.
  mutating func end(_ grant: String, at time: Int64) {
    let last = tokens.live(at: time).filter { $0.value.grant.id == grant }.map(\.expires).max() ?? time
    ended.put(grant, true, until: max(last, time + 1), at: time)
  }
}
