import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The pseudo-random function of a passkey (WebAuthn Level 3 §10.1.4): HMAC-SHA-256 with a secret that belongs to the
/// credential.
enum PasskeyPRF {
  /// The value for `input`, 32 bytes. The prefix separates the values for pages from those for other uses of the
  /// secret.
  static func value(of secret: Secret, at input: [UInt8]) -> Secret {
    let salt = Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + input))
    let key = secret.withBytes { SymmetricKey(data: $0) }
    return Secret(Array(HMAC<SHA256>.authenticationCode(for: salt, using: key)))
  }

  /// The results for a passkey with `secret`. They contain no values if the passkey was created without a secret.
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
