package import AuthCore

/// The checks and error messages that the stores of software keys share.
package enum KeyRules {
  /// The algorithms of software keys.
  package static let algorithms: [KeyAlgorithm] = [.p256, .ed25519]

  /// Checks that a software key can satisfy a policy.
  ///
  /// - Throws: `unsupported` for a policy with user presence.
  package static func check(_ policy: KeyPolicy) throws(AuthError) {
    guard policy.userPresence == .none else {
      throw AuthError(
        .unsupported,
        "Software keys cannot require user presence (userPresence '\(policy.userPresence.rawValue)'). Use a key store "
          + "of the platform, or userPresence 'none'.")
    }
  }

  /// Makes the error for a key that the store `storeID` does not have.
  package static func unavailable(_ reference: KeyReference, in storeID: String) -> AuthError {
    guard reference.storeID == storeID else {
      return AuthError(
        .keyUnavailable,
        "The key is in the store '\(reference.storeID)', not in '\(storeID)'. Use the store that created the key.")
    }
    return AuthError(
      .keyUnavailable, "The store '\(storeID)' no longer has this key. Sign in again to create a new key.")
  }

  /// Makes a key from its 32 raw bytes.
  ///
  /// - Throws: `invalid_request` if the bytes are not a valid private key.
  package static func imported(_ algorithm: KeyAlgorithm, _ privateKey: Secret) throws(AuthError) -> SigningKey {
    guard let key = SigningKey(algorithm, raw: privateKey) else {
      throw AuthError(
        .invalidRequest,
        "The private key is not a valid \(algorithm.rawValue) key of 32 bytes. Pass the raw scalar or seed.")
    }
    return key
  }
}
