/// The properties of a software authenticator and of the passkeys that it creates.
public struct SoftwarePasskeyProfile: Sendable, Hashable {
  /// The AAGUID: 16 bytes that identify the authenticator's model; all zero to state no model (WebAuthn Level 3
  /// §6.5.1).
  public var aaguid: [UInt8]
  /// Whether new passkeys are backup eligible. Set the property to true if the stores are backed up. A passkey keeps
  /// the value that it was created with.
  public var isBackupEligible: Bool
  /// Whether backup-eligible passkeys are currently backed up.
  public var isBackedUp: Bool
  /// Whether passkeys have a signature counter. Passkeys that are synced between machines have no counter and always
  /// report zero (§6.1.1).
  public var countsUses: Bool

  /// Creates a profile. By default, passkeys stay on this machine and have a signature counter. The parameters are
  /// described at the properties.
  public init(
    aaguid: [UInt8] = [UInt8](repeating: 0, count: 16), isBackupEligible: Bool = false, isBackedUp: Bool = false,
    countsUses: Bool = true
  ) {
    self.aaguid = aaguid
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.countsUses = countsUses
  }

  /// The profile for stores that are synced between machines.
  public static let synced = SoftwarePasskeyProfile(isBackupEligible: true, isBackedUp: true, countsUses: false)

  /// Returns the flags of the authenticator data for a user who is present.
  func flags(isVerified: Bool, isBackupEligible: Bool) -> AuthenticatorData.Flags {
    var flags: AuthenticatorData.Flags = .userPresent
    if isVerified { flags.insert(.userVerified) }
    if isBackupEligible { flags.insert(.backupEligible) }
    if isBackupEligible && isBackedUp { flags.insert(.backedUp) }
    return flags
  }
}
