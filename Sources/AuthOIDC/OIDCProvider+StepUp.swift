public import AuthCore

extension OIDCProvider: StepUp {
  /// The issuer's page, which can be asked for a class and an age of the user's authentication (RFC 9470). A flow ends
  /// with the same session and a new credential; a former refresh token is not revoked, because many issuers would end
  /// the new one with it.
  public var stepUpMethods: [MethodID] { methods.filter { $0 == .authorizationCode } }
}
