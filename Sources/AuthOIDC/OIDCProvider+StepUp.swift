public import AuthCore

extension OIDCProvider: StepUp {
  /// The issuer's page. A request to it can require an authentication context class (`acr_values`) and a maximum age of
  /// the authentication (`max_age`, RFC 9470). A flow ends with the same session and a new credential. The previous
  /// refresh token is not revoked, because many issuers would revoke the new one as well.
  public var stepUpMethods: [MethodID] { methods.filter { $0 == .authorizationCode } }
}
