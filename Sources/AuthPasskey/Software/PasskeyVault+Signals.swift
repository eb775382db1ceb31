public import AuthCore

extension PasskeyVault {
  /// Takes in what a server says. Nothing is deleted: a server that was mistaken can say so (WebAuthn Level 3 §5.1.10,
  /// which has authenticators hide rather than remove).
  func receive(_ signal: PasskeySignal) async throws(AuthError) {
    for passkey in try await all() {
      guard let told = Self.told(signal, to: passkey), told != passkey else { continue }
      try await update(passkey, by: signal)
    }
  }

  /// The passkey after a signal; nil where it is about another one.
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

  /// A use of the passkey meanwhile has been counted, and stays counted.
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
  /// Hides passkeys that the server does not take, shows those again that it does, and renames accounts.
  ///
  /// - Throws: a storage code.
  public func signal(_ signal: PasskeySignal) async throws(AuthError) { try await vault.receive(signal) }
}
