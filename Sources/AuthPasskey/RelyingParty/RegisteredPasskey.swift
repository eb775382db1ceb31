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

  /// A credential, as it was stored.
  public init(
    credentialID: [UInt8], publicKey: [UInt8], signCount: UInt32, isUserVerified: Bool, isBackupEligible: Bool,
    isBackedUp: Bool, transports: [String] = []
  ) {
    self.credentialID = credentialID
    self.publicKey = publicKey
    self.signCount = signCount
    self.isUserVerified = isUserVerified
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.transports = transports
  }
}
