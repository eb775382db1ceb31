public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A session of the app that has not ended, without its tokens.
public struct ActiveAppSession: Sendable, Hashable {
  /// The session's id. It is not a secret: a page that lists the user's sessions can contain it.
  public let id: SessionID
  /// The user's id in the app.
  public let subject: String
  /// The provider instance that the user signed in through.
  public let provider: ProviderID
  /// The user's id at the provider.
  public let providerSubject: String
  /// The id of the user's session at the provider (`sid`); nil if the provider has none.
  public let providerSession: String?
  /// The app's own facts about the session.
  public let claims: JSONObject
  /// The device's description; nil if the sign-in had none.
  public let device: String?
  /// The thumbprint of the DPoP key that the session is bound to; nil for a session that is not bound to a key.
  public let dpopKeyThumbprint: String?
  /// When the user signed in at the provider.
  public let authenticatedAt: Date
  /// When the session began.
  public let issuedAt: Date
  /// When the session must end. Renewals do not extend it.
  public let endsAt: Date
  /// When the session was last renewed; `issuedAt` before the first renewal.
  public internal(set) var renewedAt: Date
  /// When the access token expires: in the result of `AppSessions.verify(_:)` the verified token, otherwise the newest.
  public internal(set) var tokenExpiresAt: Date
  /// The time until which the session can be renewed. Each renewal moves this time forward, at most to `endsAt`.
  public internal(set) var renewableUntil: Date
}

extension ActiveAppSession: Redacting {
  /// The id, the user, the provider and the names of the claims.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "id": id.rawValue, "subject": subject, "provider": provider.rawValue,
      "claims": claims.names.joined(separator: " "),
    ]
  }
}
