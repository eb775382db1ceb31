public import AuthCore

/// A verifier of one provider instance's credentials.
public protocol CredentialVerifier: Sendable {
  /// The instance, as in the configuration.
  var id: ProviderID { get }
  /// The routes of the credentials that belong to this verifier. A route decides only which verifier checks a
  /// credential, so its values may come from a token that is not verified yet. Two verifiers of one backend must not
  /// have the same route; only a `field` can be shared.
  var routes: [CredentialRoute] { get }
  /// Verifies a credential that has one of the `routes`. Only the proof of possession is checked elsewhere:
  /// `RequestVerifier` compares it with the principal's `keyThumbprint`.
  ///
  /// - Parameters:
  ///   - credential: the credential.
  ///   - request: the request, for credentials that have a part in another header field.
  /// - Throws: `invalid_token`, `token_expired`, `signature_invalid`, `session_expired`, `session_revoked`,
  ///   `not_signed_in`, `forbidden` or `user_not_found` if the credential is not valid; the response is then 401. Every
  ///   other code says that the credential cannot be checked now, and leads to 503. No message contains a part of the
  ///   credential.
  func verify(
    _ credential: PresentedCredential, of request: PresentedRequest
  ) async throws(AuthError) -> Principal
}
