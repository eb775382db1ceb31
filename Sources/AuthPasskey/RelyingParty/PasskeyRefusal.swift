public import AuthCore

/// The check of WebAuthn Level 3 §7 that a registration or an assertion did not pass.
public enum PasskeyRefusal: String, Sendable, Hashable, CaseIterable {
  /// It is of the other ceremony type.
  case ceremony = "passkey_ceremony"
  /// It answers another challenge.
  case challenge = "passkey_challenge"
  /// It comes from an origin that is not expected.
  case origin = "passkey_origin"
  /// It comes from a page that is framed by one of another origin.
  case crossOrigin = "passkey_cross_origin"
  /// It is for another relying party.
  case relyingParty = "passkey_relying_party"
  /// The user was not present.
  case userPresence = "passkey_user_presence"
  /// The user was not verified.
  case userVerification = "passkey_user_verification"
  /// The passkey is backed up although it is not eligible, or its eligibility changed.
  case backup = "passkey_backup"
  /// A registration without a credential, or an assertion with a credential.
  case attestedCredential = "passkey_attested_credential"
  /// The credential id differs from the named one.
  case credentialID = "passkey_credential_id"
  /// The credential's algorithm was not offered.
  case algorithm = "passkey_algorithm"
  /// The statement about the authenticator is wrong.
  case attestation = "passkey_attestation"
  /// The credential is registered already.
  case alreadyRegistered = "passkey_already_registered"
  /// The credential is not among the allowed ones.
  case notAllowed = "passkey_not_allowed"
  /// The user handle is missing or another user's.
  case userHandle = "passkey_user_handle"
  /// The signature does not verify.
  case signature = "passkey_signature"
  /// The signature counter did not grow.
  case signCount = "passkey_sign_count"

  func error(_ reason: String) -> AuthError {
    AuthError(.signatureInvalid, "The passkey was refused: \(reason).", vendorCode: rawValue)
  }
}

extension AuthError {
  /// The check that a relying party refused a passkey for; nil for every other error.
  public var passkeyRefusal: PasskeyRefusal? {
    code == .signatureInvalid ? vendorCode.flatMap(PasskeyRefusal.init(rawValue:)) : nil
  }
}
