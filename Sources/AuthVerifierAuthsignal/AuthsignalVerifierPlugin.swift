import AuthCore
public import AuthVerifier

extension VerifierPlugin {
  /// Authsignal: tokens that prove an action, which the vendor validates. The app's own session has a separate
  /// verifier. Link the product AuthVerifierAuthsignal.
  public static let authsignal = VerifierPlugin("authsignal", product: "AuthVerifierAuthsignal") {
    (block, services) throws(AuthError) in
    try AuthsignalCredentialVerifier(block, services: services)
  }
}
