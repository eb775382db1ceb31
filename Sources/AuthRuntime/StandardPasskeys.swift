import AuthCore
import AuthPasskey

/// The authenticator for passkey ceremonies.
enum StandardPasskeys {
  /// Creates a software authenticator if `consent` is not nil. Its keys are in the configured key store, and every
  /// provider uses the same passkeys. With nil, returns the system's authenticator, or nil if the system has none.
  static func make(
    _ stores: StandardStores, random: any RandomSource, consent: PasskeyConsent?
  ) -> (any PasskeyAuthenticator)? {
    guard let consent else { return platform }
    // The namespace is one level deeper than those of the providers, so that it collides with no instance name.
    let records = stores.records.namespaced("software").namespaced("passkeys")
    return SoftwarePasskeyAuthenticator(keys: stores.keys.primary, records: records, random: random, consent: consent)
  }

  private static var platform: (any PasskeyAuthenticator)? {
    #if canImport(AuthenticationServices)
      PlatformPasskeyAuthenticator()
    #else
      nil
    #endif
  }
}
