import AuthCore

/// A login that a passkey has stamped and that has not been sent yet.
struct PasskeyLogin: Sendable {
  /// The ID of the session to open.
  let sessionID: SessionID
  /// The key of the session to open.
  let key: KeyReference
  /// The exact body of the request.
  let body: [UInt8]
  /// The passkey's stamp of the body.
  let stamp: Stamp
  /// The ID of the passkey that was used, in base64url.
  let credentialID: String
  /// The ID of the organisation that the user signs in to; nil if the server finds the organisation by the credential.
  let organizationID: String?
  /// The user's identifier, if known.
  let identifier: String?
  /// The requested lifetime of the session, in seconds.
  let seconds: Int
  /// Runs further ceremonies with the same passkeys.
  let stamper: PasskeyStamper
}
