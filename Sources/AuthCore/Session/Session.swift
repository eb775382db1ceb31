#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Who is signed in where, and with what: a value that every provider fills in the same way.
public struct Session: Sendable, Equatable {
  /// The stored record's identity.
  public let id: SessionID
  /// The provider instance that made it.
  public let providerID: ProviderID
  /// Where it is valid: organisation, app, configuration or tenant id, or issuer.
  public let tenant: String
  /// The vendor's user id: Turnkey `userId`, Privy DID, Hawcx `sub`, Authsignal `userId`.
  public var subject: String
  /// What the user typed: e-mail address, phone number.
  public var identifier: String?
  /// The user's name for people.
  public var displayName: String?
  /// The tokens, where the vendor has them.
  public var tokens: SessionTokens
  /// The key that the session is bound to, where there is one.
  public var key: KeyReference?
  /// When it was made or last renewed.
  public var createdAt: Date
  /// When its credential stops working without renewal; nil when it does not say.
  public var expiresAt: Date?
  /// What the vendor says about user and session, without secrets.
  public var claims: JSONObject
  /// The app's own labels.
  public var tags: [String: String]
  /// Grows with every renewal; a late answer for an earlier one is dropped.
  public var generation: UInt64

  /// A session.
  public init(
    id: SessionID, providerID: ProviderID, tenant: String, subject: String, identifier: String? = nil,
    displayName: String? = nil, tokens: SessionTokens = SessionTokens(), key: KeyReference? = nil, createdAt: Date,
    expiresAt: Date? = nil, claims: JSONObject = [:], tags: [String: String] = [:], generation: UInt64 = 1
  ) {
    self.id = id
    self.providerID = providerID
    self.tenant = tenant
    self.subject = subject
    self.identifier = identifier
    self.displayName = displayName
    self.tokens = tokens
    self.key = key
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.claims = claims
    self.tags = tags
    self.generation = generation
  }

  /// Whether its credential no longer works at `date`.
  public func isExpired(at date: Date) -> Bool { expiresAt.map { $0 <= date } ?? false }

  /// One credential of one session.
  struct Version: Sendable, Hashable {
    let id: SessionID
    let generation: UInt64
  }

  var version: Version { Version(id: id, generation: generation) }
}

/// A session's tokens, by what they are for.
public struct SessionTokens: Sendable, Equatable {
  /// Authorises requests and is what the app's backend receives.
  public var access: Secret?
  /// Renews the session.
  public var refresh: Secret?
  /// Says who the user is (OpenID Connect ID token or the like).
  public var identity: Secret?
  /// What a vendor has beyond these, by the vendor's own name.
  public var other: [String: Secret]

  /// Tokens; none by default.
  public init(access: Secret? = nil, refresh: Secret? = nil, identity: Secret? = nil, other: [String: Secret] = [:]) {
    self.access = access
    self.refresh = refresh
    self.identity = identity
    self.other = other
  }
}
