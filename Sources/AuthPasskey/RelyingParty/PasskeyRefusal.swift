public import AuthCore

/// The check in WebAuthn Level 3 §7 that a registration or an assertion failed.
public enum PasskeyRefusal: String, Sendable, Hashable, CaseIterable {
  /// The client data has the type of another ceremony.
  case ceremony = "passkey_ceremony"
  /// The challenge differs from the challenge that was sent.
  case challenge = "passkey_challenge"
  /// The origin is not one of the expected origins.
  case origin = "passkey_origin"
  /// The page was in a frame of another origin, or the top origin is not one of the expected top origins.
  case crossOrigin = "passkey_cross_origin"
  /// The RP ID hash belongs to another relying party.
  case relyingParty = "passkey_relying_party"
  /// The user was not present.
  case userPresence = "passkey_user_presence"
  /// The user was not verified.
  case userVerification = "passkey_user_verification"
  /// The passkey is backed up although it is not backup eligible, or its backup eligibility changed.
  case backup = "passkey_backup"
  /// A registration has no attested credential data, or an assertion has attested credential data.
  case attestedCredential = "passkey_attested_credential"
  /// The credential ID differs from the expected credential ID.
  case credentialID = "passkey_credential_id"
  /// The credential's algorithm was not offered.
  case algorithm = "passkey_algorithm"
  /// The attestation statement is not valid.
  case attestation = "passkey_attestation"
  /// The credential is already registered.
  case alreadyRegistered = "passkey_already_registered"
  /// The credential is not one of the allowed credentials.
  case notAllowed = "passkey_not_allowed"
  /// The user handle is missing, or belongs to another user.
  case userHandle = "passkey_user_handle"
  /// The signature is not valid.
  case signature = "passkey_signature"
  /// The signature counter did not increase.
  case signCount = "passkey_sign_count"

  /// Makes the error for a failed check; `reason` is a clause without a full stop.
  func error(_ reason: String) -> AuthError {
    AuthError(
      .signatureInvalid,
      "The passkey was refused: \(reason). Start a new ceremony; if it fails again, check the relying party's "
        + "settings.",
      vendorCode: rawValue)
  }
}

extension AuthError {
  /// The check that failed, if a relying party refused a passkey; nil for any other error.
  public var passkeyRefusal: PasskeyRefusal? {
    code == .signatureInvalid ? vendorCode.flatMap(PasskeyRefusal.init(rawValue:)) : nil
  }
}
