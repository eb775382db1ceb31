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
