import AuthCore

/// What a registration said about the authenticator, as far as it was checked.
public enum PasskeyAttestation: Sendable, Hashable {
  /// Nothing.
  case none
  /// The credential itself signed (`packed` without certificates): whole, but nothing vouches for the authenticator.
  case credential
  /// Certificates vouch for it, up to one of the roots: the statement's form is `packed`, `fido-u2f`, `apple`,
  /// `android-key` or `tpm`.
  case certified(format: String)
}
