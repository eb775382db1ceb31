/// The steps that a sign-out left undone.
public struct SignOutResult: Sendable {
  /// Pages to open in the browser, for providers that keep a session of the user in the browser.
  public var redirects: [SignOutRedirect]
  /// Sessions that were deleted on this device but not revoked at the server, and why.
  public var unrevoked: [SessionID: AuthError]
  /// Provider instances that still trust this device, fully or in part, and why.
  public var unforgotten: [ProviderID: AuthError]
  /// Sessions that the store did not delete, and why. Their users are still signed in.
  public var undeleted: [SessionID: AuthError]
  /// Why stored sessions could not be read. These sessions are unchanged, on this device and at their servers.
  public var unreadable: [AuthError]

  /// Creates a result. By default, nothing is left to do.
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
