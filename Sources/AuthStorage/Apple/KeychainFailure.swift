#if canImport(Security)
  import AuthCore
  import Security

  /// Maps a refusal of the keychain to a storage error. (Apple, "Security Framework Result Codes".)
  enum KeychainFailure {
    static func error(_ status: OSStatus, _ action: String) -> AuthError {
      let number = "OSStatus \(status)"
      switch status {
      case errSecInteractionNotAllowed, errSecNotAvailable:
        return AuthError(
          .storeLocked,
          "The keychain could not be \(action): the device has not been unlocked since it started. Unlock "
            + "it and try again; nothing is lost.", underlying: number)
      case errSecMissingEntitlement:
        return AuthError(
          .storePermissions,
          "The keychain could not be \(action): sign the app, and give it the access group in its "
            + "entitlements.", underlying: number)
      case errSecUserCanceled: return AuthError(.cancelled, "The user did not unlock the keychain.", underlying: number)
      case errSecDecode:
        return AuthError(
          .storeCorrupt,
          "A keychain item cannot be read. It was not changed. Sign in again, or delete the item.", underlying: number)
      default:
        return AuthError(.storePermissions, "The keychain could not be \(action) (\(number)).", underlying: number)
      }
    }

    static var malformed: AuthError {
      AuthError(
        .storeCorrupt,
        "The keychain returned data that is not an item. It was not changed. Sign in again, or delete the item.")
    }
  }
#endif
