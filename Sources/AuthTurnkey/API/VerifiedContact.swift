import AuthCore

/// A contact that the enclave has verified for a key of this device.
struct VerifiedContact: Sendable {
  let contact: Contact
  let token: VerificationToken
  /// The ID of the session to open.
  let sessionID: SessionID
  /// The key of the session to open.
  let key: KeyReference
}
