/// The result of a checked assertion.
public struct VerifiedAssertion: Sendable, Hashable {
  /// The credential with its new signature counter and backup state, for the caller to store.
  public let credential: RegisteredPasskey
  /// Whether the user was verified in this ceremony (the flag UV). `credential.isUserVerified` says whether the user
  /// was verified at registration.
  public let isUserVerified: Bool
}
