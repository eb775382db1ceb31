import AuthCore

/// A contact that the enclave has verified for a key of ours.
struct VerifiedContact: Sendable {
  let contact: Contact
  let token: VerificationToken
  /// The session to come.
  let sessionID: SessionID
  /// Its key.
  let key: KeyReference
}
