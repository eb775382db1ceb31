import AuthCore
public import AuthVerifier

extension VerifierPlugin {
  /// Privy: access tokens and identity tokens of the app. Link the product AuthVerifierPrivy.
  public static let privy = VerifierPlugin("privy", product: "AuthVerifierPrivy") {
    (block, services) throws(AuthError) in
    try PrivyCredentialVerifier(block, services: services)
  }
}
