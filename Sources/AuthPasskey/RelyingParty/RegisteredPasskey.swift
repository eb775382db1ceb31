/// What a relying party keeps of a credential.
public struct RegisteredPasskey: Sendable, Hashable {
  /// The credential's identity.
  public var credentialID: [UInt8]
  /// The public key in COSE's form.
  public var publicKey: [UInt8]
  /// The last count of uses that was seen.
  public var signCount: UInt32
  /// Whether the person was verified at registration. An assertion alone never sets it: that takes a further factor
  /// (WebAuthn Level 3 §7.2, step 25).
  public var isUserVerified: Bool
  /// Whether it may be backed up; fixed for its life.
  public var isBackupEligible: Bool
  /// Whether it is backed up.
  public var isBackedUp: Bool
  /// How the authenticator is reached: hints for `allowCredentials`.
  public var transports: [String]
  /// The authenticator's model, 16 bytes; zeros for one that does not say. Nothing vouches for it without certificates.
  public var aaguid: [UInt8]
  /// What is known of the authenticator.
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
