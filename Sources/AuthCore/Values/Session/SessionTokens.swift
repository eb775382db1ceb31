/// A session's tokens, by purpose.
public struct SessionTokens: Sendable, Equatable {
  /// The token that authorises requests to the vendor and to the app's backend; nil if the session has none.
  public var access: Secret?
  /// The token that renews the session; nil if the session has none.
  public var refresh: Secret?
  /// The token that identifies the user: an OpenID Connect ID token or a similar token; nil if the session has
  /// none.
  public var identity: Secret?
  /// Further tokens, by the vendor's names.
  public var other: [String: Secret]

  /// Creates tokens; none by default.
  public init(access: Secret? = nil, refresh: Secret? = nil, identity: Secret? = nil, other: [String: Secret] = [:]) {
    self.access = access
    self.refresh = refresh
    self.identity = identity
    self.other = other
  }
}
