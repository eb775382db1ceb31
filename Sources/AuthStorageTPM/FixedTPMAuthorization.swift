public import AuthCore

/// A constant value: a service's own, from its configuration.
public struct FixedTPMAuthorization: TPMAuthorization {
  private let secret: Secret

  /// The value.
  public init(_ secret: Secret) { self.secret = secret }

  /// The value.
  public func value(for request: TPMAuthorizationRequest) async throws(AuthError) -> Secret? { secret }
}
