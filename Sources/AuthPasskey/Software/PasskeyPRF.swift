import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The pseudo-random function of a passkey (WebAuthn Level 3 §10.1.4): HMAC-SHA-256 with a secret of the credential.
enum PasskeyPRF {
  /// Returns the 32-byte value for `input`. The prefix separates the values for web pages from the values for other
  /// uses of the secret.
  static func value(of secret: Secret, at input: [UInt8]) -> Secret {
    let salt = Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + input))
    let key = secret.withBytes { SymmetricKey(data: $0) }
    return Secret(Array(HMAC<SHA256>.authenticationCode(for: salt, using: key)))
  }

  /// Returns the results for a passkey with `secret`. The results contain no values if the passkey has no secret.
  static func results(
    of secret: Secret?, at inputs: PasskeyExtensions.PRFInputs?, isCreation: Bool
  ) -> PasskeyExtensionResults.PRF {
    var results = PasskeyExtensionResults.PRF(isEnabled: isCreation ? secret != nil : nil)
    guard let secret, let inputs else { return results }
    results.first = value(of: secret, at: inputs.first)
    results.second = inputs.second.map { value(of: secret, at: $0) }
    return results
  }
}
