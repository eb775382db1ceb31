/// A provider whose sign-ins can be approved on this device, even if no user is signed in here.
public protocol ChallengeApproving: AuthProvider {
  /// The challenges that wait for a decision.
  func pending() async throws(AuthError) -> [PendingChallenge]
  /// Approves; `number` is the one that the other device shows, if any.
  func approve(_ id: String, number: String?) async throws(AuthError)
  /// Denies.
  func deny(_ id: String) async throws(AuthError)
}
