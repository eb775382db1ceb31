import AuthCore

/// The information that a registration proves about the authenticator.
public enum PasskeyAttestation: Sendable, Hashable {
  /// The registration proves nothing about the authenticator.
  case none
  /// Self attestation: the credential itself signed (`packed` without certificates). This proves integrity, but nothing
  /// about the authenticator.
  case credential
  /// The authenticator's certificate leads to a trusted root. The statement's format is `packed`, `fido-u2f`, `apple`,
  /// `android-key` or `tpm`.
  case certified(format: String)
}
