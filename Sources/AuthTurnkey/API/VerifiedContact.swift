import AuthCore

/// A contact that the enclave has verified for a key of this device.
struct VerifiedContact: Sendable {
  let contact: Contact
  let token: VerificationToken
  /// The new session.
  let sessionID: SessionID
  /// Its key.
  let key: KeyReference
}
