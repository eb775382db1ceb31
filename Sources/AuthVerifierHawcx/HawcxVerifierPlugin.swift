import AuthCore
public import AuthVerifier

extension VerifierPlugin {
  /// Hawcx: identity tokens of the project. The app's own session has a separate verifier. Link the product
  /// AuthVerifierHawcx.
  public static let hawcx = VerifierPlugin("hawcx", product: "AuthVerifierHawcx") {
    (block, services) throws(AuthError) in
    try HawcxCredentialVerifier(block, services: services)
  }
}
