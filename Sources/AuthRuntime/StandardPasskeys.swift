import AuthCore
import AuthPasskey

/// The authenticator for passkey ceremonies.
enum StandardPasskeys {
  /// With a consent, a software authenticator whose keys are in the configured key store: every provider uses the same
  /// passkeys. Without a consent, the system's own, if there is one.
  static func make(
    _ stores: StandardStores, random: any RandomSource, consent: PasskeyConsent?
  ) -> (any PasskeyAuthenticator)? {
    guard let consent else { return platform }
    // One level deeper than the providers' own records, so that no instance name collides.
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
