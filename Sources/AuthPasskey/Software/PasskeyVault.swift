import AuthCore

/// The stored passkeys of a software authenticator.
///
/// A creation generates a key, writes the record, and then deletes the records and keys of replaced passkeys. If the
/// process ends between these steps, a key without a record may be left. The next creation deletes that key.
struct PasskeyVault: Sendable {
  static let namespace = "passkeys"
  let keys: any KeyStore
  let records: any RecordStore

  /// Returns the passkeys of a relying party that are not hidden, the newest first.
  func passkeys(of relyingPartyID: String) async throws(AuthError) -> [StoredPasskey] {
    try await all().filter { $0.relyingPartyID == relyingPartyID && !$0.isHidden }.sorted { $0.serial > $1.serial }
  }

  /// Returns all passkeys, including hidden passkeys.
  func all() async throws(AuthError) -> [StoredPasskey] {
    var passkeys: [StoredPasskey] = []
    for key in try await records.keys() {
      if let record = try await records.read(key) { passkeys.append(try StoredPasskey.decode(record.value)) }
    }
    return passkeys
  }

  /// Creates a passkey, and replaces an existing passkey of the same account (WebAuthn Level 3 §6.3.2, step 7).
  func create(
    _ request: PasskeyCreationRequest, credentialID: [UInt8], functionSecret: Secret, isBackupEligible: Bool
  ) async throws(AuthError) -> StoredPasskey {
    try await records.withLock(on: "create") { () async throws(AuthError) in
      let existing = try await all()
      for key in try await keys.keys(in: Self.namespace) where !existing.contains(where: { $0.key == key }) {
        try await keys.delete(key)
      }
      let key = try await keys.generate(.p256, policy: KeyPolicy(), namespace: Self.namespace)
      let passkey = StoredPasskey(
        credentialID: credentialID, relyingPartyID: request.relyingPartyID, userHandle: request.userHandle,
        userName: request.userName, displayName: request.displayName, key: key,
        serial: (existing.map(\.serial).max() ?? 0) + 1, isBackupEligible: isBackupEligible,
        functionSecret: functionSecret, signCount: 0)
      try await records.replace(passkey.encoded(), for: StoredPasskey.recordKey(credentialID))
      for old in existing
      where old.relyingPartyID == passkey.relyingPartyID && old.userHandle == passkey.userHandle {
        try await records.remove(StoredPasskey.recordKey(old.credentialID), expecting: nil)
        try await keys.delete(old.key)
      }
      return passkey
    }
  }

  /// Raises the signature counter of a passkey by one and stores the passkey, so that no value is used twice.
  ///
  /// - Returns: the passkey with the new value.
  /// - Throws: `no_credential` if the passkey was deleted in the meantime or its counter is at the limit (2^32 − 1);
  ///   `store_corrupt` or `store_version` if the record cannot be read; or an error of the record store.
  func countUse(of passkey: StoredPasskey) async throws(AuthError) -> StoredPasskey {
    let key = StoredPasskey.recordKey(passkey.credentialID)
    while true {
      guard let record = try await records.read(key) else {
        throw AuthError(.noCredential, "The passkey was deleted while it was in use. Use another passkey.")
      }
      var used = try StoredPasskey.decode(record.value)
      guard used.signCount < .max else {
        throw AuthError(
          .noCredential, "The passkey's signature counter is at its limit (2^32 - 1). Create a new passkey.")
      }
      used.signCount += 1
      if try await records.write(used.encoded(), for: key, expecting: record.version) != nil { return used }
    }
  }
}
