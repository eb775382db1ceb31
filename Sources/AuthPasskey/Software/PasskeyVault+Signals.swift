public import AuthCore

extension PasskeyVault {
  /// Applies a signal of a server. A signal hides passkeys but does not delete them, so that a server can correct a
  /// mistake. WebAuthn Level 3 §5.1.10 allows authenticators to hide passkeys instead of removing them.
  func receive(_ signal: PasskeySignal) async throws(AuthError) {
    for passkey in try await all() {
      guard let told = Self.told(signal, to: passkey), told != passkey else { continue }
      try await update(passkey, by: signal)
    }
  }

  /// Returns the passkey after a signal; nil if the signal does not concern the passkey.
  private static func told(_ signal: PasskeySignal, to passkey: StoredPasskey) -> StoredPasskey? {
    var told = passkey
    switch signal {
    case .unknownCredential(passkey.relyingPartyID, passkey.credentialID): told.isHidden = true
    case .allAcceptedCredentials(passkey.relyingPartyID, passkey.userHandle, let accepted):
      told.isHidden = !accepted.contains(passkey.credentialID)
    case .currentUserDetails(passkey.relyingPartyID, passkey.userHandle, let userName, let displayName):
      told.userName = userName
      told.displayName = displayName
    default: return nil
    }
    return told
  }

  /// Applies the signal to the current record of the passkey and stores the result. The record is read again, because a
  /// concurrent use may have raised the signature counter, and the new value must not be lost.
  private func update(_ passkey: StoredPasskey, by signal: PasskeySignal) async throws(AuthError) {
    let key = StoredPasskey.recordKey(passkey.credentialID)
    while let record = try await records.read(key) {
      guard let told = Self.told(signal, to: try StoredPasskey.decode(record.value)),
        try await records.write(told.encoded(), for: key, expecting: record.version) == nil
      else { return }
    }
  }
}

extension SoftwarePasskeyAuthenticator {
  /// Hides passkeys that the server does not accept, shows accepted passkeys again, and renames accounts.
  ///
  /// - Parameter signal: the signal of the server.
  /// - Throws: the errors of the record store; `store_corrupt` or `store_version` if a stored passkey cannot be read.
  public func signal(_ signal: PasskeySignal) async throws(AuthError) { try await vault.receive(signal) }
}
