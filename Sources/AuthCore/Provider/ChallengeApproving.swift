/// A provider whose sign-ins on other devices can be approved on this device, even if no user is signed in here.
public protocol ChallengeApproving: AuthProvider {
  /// Returns the challenges that wait for a decision.
  ///
  /// - Throws: an error of the request.
  func pending() async throws(AuthError) -> [PendingChallenge]
  /// Approves the challenge `id`. `number` is the number that the other device shows; nil if the other device shows
  /// none.
  ///
  /// - Throws: the server's refusal, or an error of the request.
  func approve(_ id: String, number: String?) async throws(AuthError)
  /// Denies the challenge `id`.
  ///
  /// - Throws: the server's refusal, or an error of the request.
  func deny(_ id: String) async throws(AuthError)
}
