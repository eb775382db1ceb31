import AuthCore

/// A passkey that was made for a sign-up, with the key that logs in once right after the sign-up.
struct NewPasskey: Sendable {
  /// The passkey, base64url.
  let credentialID: String
  /// The vendor's form of the registration.
  let authenticator: JSONValue
  /// The key that logs in.
  let key: TemporaryKey
}
