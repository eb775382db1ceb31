/// What a relying party keeps of a credential.
public struct RegisteredPasskey: Sendable, Hashable {
  /// The credential's identity.
  public var credentialID: [UInt8]
  /// The public key in COSE's form.
  public var publicKey: [UInt8]
  /// The last count of uses that was seen.
  public var signCount: UInt32
  /// Whether the person was verified at registration.
  public var isUserVerified: Bool
  /// Whether it may be backed up; fixed for its life.
  public var isBackupEligible: Bool
  /// Whether it is backed up.
  public var isBackedUp: Bool

  /// A credential, as it was stored.
  public init(
    credentialID: [UInt8], publicKey: [UInt8], signCount: UInt32, isUserVerified: Bool, isBackupEligible: Bool,
    isBackedUp: Bool
  ) {
    self.credentialID = credentialID
    self.publicKey = publicKey
    self.signCount = signCount
    self.isUserVerified = isUserVerified
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
  }
}
