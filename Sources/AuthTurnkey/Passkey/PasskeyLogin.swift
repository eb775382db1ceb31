import AuthCore

/// A login that a passkey has stamped and that waits to be sent.
struct PasskeyLogin: Sendable {
  /// The session to come.
  let sessionID: SessionID
  /// Its key.
  let key: KeyReference
  /// The exact body.
  let body: [UInt8]
  /// What the passkey says to it.
  let stamp: Stamp
  /// The passkey that was used, base64url.
  let credentialID: String
  /// The organisation that is signed in to; nil where the server finds it by the credential.
  let organizationID: String?
  /// What the user is known by, where that is known.
  let identifier: String?
  /// How long the session was asked to last.
  let seconds: Int
  /// Holds further ceremonies with the same passkeys.
  let stamper: PasskeyStamper
}
