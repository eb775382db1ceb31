/// A session's tokens, by purpose.
public struct SessionTokens: Sendable, Equatable {
  /// Authorises requests, and is sent to the app's backend.
  public var access: Secret?
  /// Renews the session.
  public var refresh: Secret?
  /// Identifies the user (an OpenID Connect ID token or a similar token).
  public var identity: Secret?
  /// Further tokens of a vendor, by the vendor's own names.
  public var other: [String: Secret]

  /// Tokens; none by default.
  public init(access: Secret? = nil, refresh: Secret? = nil, identity: Secret? = nil, other: [String: Secret] = [:]) {
    self.access = access
    self.refresh = refresh
    self.identity = identity
    self.other = other
  }
}
