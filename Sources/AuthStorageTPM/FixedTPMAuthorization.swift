public import AuthCore

/// An authorization value that is constant: a service reads it from its configuration.
public struct FixedTPMAuthorization: TPMAuthorization {
  private let secret: Secret

  /// An authorization with a constant value.
  public init(_ secret: Secret) { self.secret = secret }

  /// The constant value, for every request.
  public func value(for request: TPMAuthorizationRequest) async throws(AuthError) -> Secret? { secret }
}
