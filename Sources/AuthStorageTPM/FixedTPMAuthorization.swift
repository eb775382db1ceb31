public import AuthCore

/// A constant authorisation value, for a service that reads it from its configuration.
public struct FixedTPMAuthorization: TPMAuthorization {
  private let secret: Secret

  /// Creates an authorisation with a constant value.
  public init(_ secret: Secret) { self.secret = secret }

  /// Returns the constant value for every request.
  ///
  /// - Throws: nothing.
  public func value(for request: TPMAuthorizationRequest) async throws(AuthError) -> Secret? { secret }
}
