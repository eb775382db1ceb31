import AuthCore

/// A passkey that was made for a sign-up, with the key that logs in once right after the sign-up.
struct NewPasskey: Sendable {
  /// The passkey's credential ID, in base64url.
  let credentialID: String
  /// The registration in the vendor's form.
  let authenticator: JSONValue
  /// The key that logs in once.
  let key: TurnkeySignUpKey
}
