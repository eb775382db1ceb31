import AuthCore

/// The information about the authenticator that a registration proves.
public enum PasskeyAttestation: Sendable, Hashable {
  /// The registration proves nothing about the authenticator.
  case none
  /// Self attestation: the credential's key signed the statement (`packed` without certificates). The signature proves
  /// the integrity of the data, but nothing about the authenticator.
  case credential
  /// A valid path leads from the authenticator's certificate to a trusted root. The statement's format is `packed`,
  /// `fido-u2f`, `apple`, `android-key` or `tpm`.
  case certified(format: String)
}
