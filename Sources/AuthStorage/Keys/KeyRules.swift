package import AuthCore

/// The checks and messages that both key stores share.
package enum KeyRules {
  package static let algorithms: [KeyAlgorithm] = [.p256, .ed25519]

  /// - Throws: `unsupported` for a policy that software cannot keep.
  package static func check(_ policy: KeyPolicy) throws(AuthError) {
    guard policy.userPresence == .none else {
      throw AuthError(
        .unsupported,
        "Software keys cannot require user presence (userPresence '\(policy.userPresence.rawValue)'); use a key store "
          + "of the platform, or userPresence 'none'.")
    }
  }

  package static func unavailable(_ reference: KeyReference, in storeID: String) -> AuthError {
    guard reference.storeID == storeID else {
      return AuthError(.keyUnavailable, "The key is in the store '\(reference.storeID)', not in '\(storeID)'.")
    }
    return AuthError(
      .keyUnavailable, "The store '\(storeID)' no longer has this key. Sign in again to create a new key.")
  }

  package static func imported(_ algorithm: KeyAlgorithm, _ privateKey: Secret) throws(AuthError) -> SigningKey {
    guard let key = SigningKey(algorithm, raw: privateKey) else {
      throw AuthError(.invalidRequest, "The private key is not a valid \(algorithm.rawValue) key of 32 bytes.")
    }
    return key
  }
}
