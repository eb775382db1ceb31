/// The way in which the relying party identified the owner of a credential before it checks an assertion
/// (WebAuthn Level 3 §7.2, step 6).
public enum PasskeyOwner: Sendable, Hashable {
  /// The user was identified before the ceremony, for example by a name or a cookie. The credential's owner has this
  /// user handle. The assertion may omit the user handle; otherwise it must have the same user handle.
  case identified(userHandle: [UInt8])
  /// The passkey identifies the user. The credential's owner has this user handle, and the assertion must have the same
  /// user handle.
  case discovered(userHandle: [UInt8])
  /// The caller has already checked that the credential belongs to the user.
  case checkedByCaller
}
