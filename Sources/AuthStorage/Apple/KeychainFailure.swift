#if canImport(Security)
  package import AuthCore
  package import Security

  /// Maps the result codes of the keychain to storage errors (Apple, "Security Framework Result Codes").
  package enum KeychainFailure {
    /// The `underlying` text of an error that an app gets without the entitlement for a keychain.
    package static var noEntitlement: String { text(errSecMissingEntitlement) }

    private static func text(_ status: OSStatus) -> String { "OSStatus \(status)" }

    package static func error(_ status: OSStatus, _ action: String) -> AuthError {
      let number = text(status)
      switch status {
      case errSecInteractionNotAllowed, errSecNotAvailable:
        return AuthError(
          .storeLocked,
          "The keychain could not be \(action), because the device has not been unlocked since it started, or no "
            + "keychain is available. No data was lost. Unlock the device and try again.", underlying: number)
      case errSecMissingEntitlement:
        return AuthError(
          .storePermissions,
          "The keychain could not be \(action), because the app lacks an entitlement. Sign the app. If `accessGroup` "
            + "is configured, add that group to the entitlement `keychain-access-groups` (in Xcode: Keychain Sharing).",
          underlying: number)
      case errSecUserCanceled:
        return AuthError(
          .cancelled, "The user did not unlock the keychain. Unlock it and try again.", underlying: number)
      case errSecDecode:
        return AuthError(
          .storeCorrupt,
          "A keychain item cannot be decoded. It was not changed. Delete it, or sign in again.", underlying: number)
      default:
        return AuthError(
          .storePermissions,
          "The keychain could not be \(action) (\(number)). Look up this code in Apple's \"Security Framework Result "
            + "Codes\".", underlying: number)
      }
    }

    package static var malformed: AuthError {
      AuthError(
        .storeCorrupt,
        "The keychain returned an item of an unexpected type. It was not changed. Delete the item, or sign in again.")
    }
  }
#endif
