/// A relying party's record of a credential.
public struct RegisteredPasskey: Sendable, Hashable {
  /// The credential ID.
  public var credentialID: [UInt8]
  /// The public key in COSE's form.
  public var publicKey: [UInt8]
  /// The last signature counter.
  public var signCount: UInt32
  /// Whether the user was verified at registration. An assertion alone never sets it: that needs a further factor
  /// (WebAuthn Level 3 §7.2, step 25).
  public var isUserVerified: Bool
  /// Whether it may be backed up; this never changes.
  public var isBackupEligible: Bool
  /// Whether it is backed up.
  public var isBackedUp: Bool
  /// The authenticator's transports: hints for `allowCredentials`.
  public var transports: [String]
  /// The AAGUID, 16 bytes that identify the authenticator's model; zeros if it does not state its model. Without
  /// attestation certificates it is unproven.
  public var aaguid: [UInt8]
  /// The attested facts about the authenticator.
  public var attestation: PasskeyAttestation

  /// A credential, as it was stored.
  public init(
    credentialID: [UInt8], publicKey: [UInt8], signCount: UInt32, isUserVerified: Bool, isBackupEligible: Bool,
    isBackedUp: Bool, transports: [String] = [], aaguid: [UInt8] = Array(repeating: 0, count: 16),
    attestation: PasskeyAttestation = .none
  ) {
    self.credentialID = credentialID
    self.publicKey = publicKey
    self.signCount = signCount
    self.isUserVerified = isUserVerified
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.transports = transports
    self.aaguid = aaguid
    self.attestation = attestation
  }
}
