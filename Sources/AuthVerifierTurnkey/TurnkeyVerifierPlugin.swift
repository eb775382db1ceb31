import AuthCore
public import AuthVerifier

extension VerifierPlugin {
  /// Turnkey: session JWTs, and signed `whoami` requests that the backend forwards. Link the product
  /// AuthVerifierTurnkey.
  public static let turnkey = VerifierPlugin("turnkey", product: "AuthVerifierTurnkey") {
    (block, services) throws(AuthError) in
    TurnkeyCredentialVerifier(id: block.id, configuration: try TurnkeyVerifierConfiguration(block), services: services)
  }
}
