import AuthCore

/// The checked information about the authenticator in a registration.
public enum PasskeyAttestation: Sendable, Hashable {
  /// Nothing.
  case none
  /// The credential itself signed (`packed` without certificates): this proves integrity, but nothing about the
  /// authenticator.
  case credential
  /// Certificates up to one of the roots prove it: the statement's format is `packed`, `fido-u2f`, `apple`,
  /// `android-key` or `tpm`.
  case certified(format: String)
}
