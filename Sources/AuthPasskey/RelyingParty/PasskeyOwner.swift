/// The relying party's knowledge of the user before it checks an assertion (WebAuthn Level 3 §7.2, step 6).
public enum PasskeyOwner: Sendable, Hashable {
  /// The user was identified by a name or a cookie: the credential's owner has this user handle, and the assertion, if
  /// it names one, must name the same.
  case identified(userHandle: [UInt8])
  /// The passkey identifies the user: the credential's owner has this user handle, and the assertion must name it.
  case discovered(userHandle: [UInt8])
  /// The caller has checked itself that the credential is the user's.
  case checkedByCaller
}
