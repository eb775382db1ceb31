/// What a sign-out leaves to do.
public struct SignOutResult: Sendable {
  /// Pages to open, where a provider has a session of its own.
  public var redirects: [SignOutRedirect]
  /// Sessions that are gone here and that the server could not be told about, and why.
  public var unrevoked: [SessionID: AuthError]
  /// Provider instances that still trust this device, in part or as a whole, and why.
  public var unforgotten: [ProviderID: AuthError]
  /// Sessions that the store did not delete, and why: their users are still signed in.
  public var undeleted: [SessionID: AuthError]
  /// Why stored sessions could not be read: they are as they were, here and at their servers.
  public var unreadable: [AuthError]

  /// A result; nothing left to do by default.
  public init(
    redirects: [SignOutRedirect] = [], unrevoked: [SessionID: AuthError] = [:],
    unforgotten: [ProviderID: AuthError] = [:], undeleted: [SessionID: AuthError] = [:],
    unreadable: [AuthError] = []
  ) {
    self.redirects = redirects
    self.unrevoked = unrevoked
    self.unforgotten = unforgotten
    self.undeleted = undeleted
    self.unreadable = unreadable
  }
}
