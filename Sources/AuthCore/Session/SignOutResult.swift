/// What a sign-out leaves to do.
public struct SignOutResult: Sendable {
  /// Pages to open, where a provider has a session of its own.
  public var redirects: [SignOutRedirect]
  /// Sessions that are gone here and that the server could not be told about, and why.
  public var unrevoked: [SessionID: AuthError]
  /// Provider instances that still trust this device, in part or as a whole, and why.
  public var unforgotten: [ProviderID: AuthError]

  /// A result; nothing left to do by default.
  public init(
    redirects: [SignOutRedirect] = [], unrevoked: [SessionID: AuthError] = [:],
    unforgotten: [ProviderID: AuthError] = [:]
  ) {
    self.redirects = redirects
    self.unrevoked = unrevoked
    self.unforgotten = unforgotten
  }
}
