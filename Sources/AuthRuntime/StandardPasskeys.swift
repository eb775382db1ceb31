import AuthCore
import AuthPasskey

/// Who holds passkey ceremonies here.
enum StandardPasskeys {
  /// With a consent, an authenticator in software whose keys lie where all others do: every provider uses the same
  /// passkeys. Without one the system's own, where there is one.
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
