/// The properties of a software authenticator and of the passkeys that it makes.
public struct SoftwarePasskeyProfile: Sendable, Hashable {
  /// The model, 16 bytes; zeros name none (WebAuthn Level 3 §6.5.1).
  public var aaguid: [UInt8]
  /// Whether new passkeys may be backed up: true where their stores are. A passkey keeps this value.
  public var isBackupEligible: Bool
  /// Whether passkeys that may be backed up are backed up now.
  public var isBackedUp: Bool
  /// Whether uses are counted. Passkeys that are synced between machines cannot count, and always report zero (§6.1.1).
  public var countsUses: Bool

  /// A profile; by default passkeys that stay on this machine and count their uses.
  public init(
    aaguid: [UInt8] = [UInt8](repeating: 0, count: 16), isBackupEligible: Bool = false, isBackedUp: Bool = false,
    countsUses: Bool = true
  ) {
    self.aaguid = aaguid
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.countsUses = countsUses
  }

  /// Passkeys in stores that are synced between machines.
  public static let synced = SoftwarePasskeyProfile(isBackupEligible: true, isBackedUp: true, countsUses: false)

  func flags(isVerified: Bool, isBackupEligible: Bool) -> AuthenticatorData.Flags {
    var flags: AuthenticatorData.Flags = .userPresent
    if isVerified { flags.insert(.userVerified) }
    if isBackupEligible { flags.insert(.backupEligible) }
    if isBackupEligible && isBackedUp { flags.insert(.backedUp) }
    return flags
  }
}
