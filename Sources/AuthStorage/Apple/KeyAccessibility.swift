#if canImport(Security)
  import Security

  /// When a key in the Secure Enclave can be used (`kSecAttrAccessible`). Such a key never leaves its device, so a
  /// level with and a level without `ThisDeviceOnly` have the same effect.
  public enum KeyAccessibility: Sendable, Hashable, CaseIterable {
    /// After the first unlock since the device started, also while the screen is locked.
    case afterFirstUnlock
    /// While the device is unlocked.
    case whenUnlocked
    /// While the device is unlocked, and only on a device with a passcode. The key is lost if the passcode is removed.
    case whenPasscodeSet

    var protection: CFString {
      switch self {
      case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      case .whenUnlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      case .whenPasscodeSet: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      }
    }
  }
#endif
