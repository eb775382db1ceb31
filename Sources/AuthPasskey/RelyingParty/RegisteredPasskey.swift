/// A relying party's record of a credential.
public struct RegisteredPasskey: Sendable, Hashable {
  /// The ID by which authenticators and relying parties name the credential.
  public var credentialID: [UInt8]
  /// The public key as a COSE_Key in CBOR.
  public var publicKey: [UInt8]
  /// The value of the signature counter at the last use.
  public var signCount: UInt32
  /// Whether the user was verified at registration. A verified assertion does not change the value to true, because
  /// that change should be authorised by another factor (WebAuthn Level 3 §7.2, update of `uvInitialized`).
  public var isUserVerified: Bool
  /// Whether the credential is backup eligible. This property never changes.
  public var isBackupEligible: Bool
  /// Whether the credential is backed up.
  public var isBackedUp: Bool
  /// The transports of the authenticator, as hints for `allowCredentials`.
  public var transports: [String]
  /// The AAGUID: 16 bytes that identify the authenticator's model; all zero if the authenticator does not state it. The
  /// registration proves the AAGUID only if `attestation` is `.certified`.
  public var aaguid: [UInt8]
  /// The information about the authenticator that the registration proves.
  public var attestation: PasskeyAttestation

  /// Creates the record of a credential from its stored values.
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
