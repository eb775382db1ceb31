/// A provider whose sign-ins can be approved on this device. Works while no user is signed in here.
public protocol ChallengeApproving: AuthProvider {
  /// What waits for a decision.
  func pending() async throws(AuthError) -> [PendingChallenge]
  /// Says yes; `number` is what the other device shows, where it shows one.
  func approve(_ id: String, number: String?) async throws(AuthError)
  /// Says no.
  func deny(_ id: String) async throws(AuthError)
}
