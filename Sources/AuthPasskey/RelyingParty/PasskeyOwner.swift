/// What a relying party knows of the person before an assertion is checked (WebAuthn Level 3 §7.2, step 6).
public enum PasskeyOwner: Sendable, Hashable {
  /// The person said who they are, by a name or a cookie: the credential's owner has this user handle, and the
  /// assertion, if it names one, must name the same.
  case identified(userHandle: [UInt8])
  /// The passkey says who they are: the credential's owner has this user handle, and the assertion must name it.
  case discovered(userHandle: [UInt8])
  /// The caller has made sure itself that the credential is the person's.
  case checkedByCaller
}
