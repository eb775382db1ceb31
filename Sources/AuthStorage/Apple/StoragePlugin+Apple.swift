#if canImport(Security) && canImport(CryptoKit) && canImport(LocalAuthentication)
  import AuthCore

  extension StoragePlugin {
    /// Makes the plug-in for sessions in the keychain (`"sessions": "keychain"`) and for keys in the Secure Enclave
    /// (`"keys": "secure-enclave"`).
    ///
    /// - Parameters:
    ///   - service: the service name of the items, usually the app's bundle identifier.
    ///   - accessGroup: the access group of the apps and extensions that share the items; nil for this app alone.
    ///   - directory: an absolute path in the app's container, or in the container of its app group.
    ///   - reason: the text that the system shows when it prompts the user for a key, in the user's language.
    ///   - removesEarlierInstallation: whether the first use removes the items of an earlier installation, as in
    ///     `KeychainSessionStore`; nil means true without an access group, and false with an access group.
    ///   - accessibility: when new keys can be used, as in `SecureEnclaveKeyStore`.
    public static func apple(
      service: String, accessGroup: String? = nil, directory: String, reason: String,
      removesEarlierInstallation: Bool? = nil, accessibility: KeyAccessibility? = nil
    ) -> StoragePlugin {
      StoragePlugin(id: "apple") { (_, system) throws(AuthError) in
        StorageBackEnd(
          makeKeyStore: { _ in
            SecureEnclaveKeyStore(
              service: service, accessGroup: accessGroup, directory: directory, reason: reason, clock: system.clock,
              random: system.random, removesEarlierInstallation: removesEarlierInstallation,
              accessibility: accessibility)
          },
          sessionStores: [
            "keychain": KeychainSessionStore(
              service: service, accessGroup: accessGroup, directory: directory, clock: system.clock,
              removesEarlierInstallation: removesEarlierInstallation)
          ])
      }
    }
  }
#endif
