public import AuthCore
public import AuthPasskey
public import AuthStorage
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ClientServices {
  /// This system's transport and stores, as a configuration asks for them.
  ///
  /// Nothing is touched yet: libcurl is loaded by the first request, the directory made by the first write.
  ///
  /// - Parameters:
  ///   - configuration: its `storage` and `transport` blocks count here.
  ///   - tokenProvider: the app's own source of tokens, for providers whose block names none.
  ///   - observer: who listens.
  ///   - passkeyConsent: asks the person before a passkey in software is made or used. Without it, Apple's systems hold
  ///     the ceremonies, and elsewhere nobody does.
  ///   - storage: further kinds of key stores and wrapping keys that this app links; the configuration's `storage`
  ///     block says which of them is used. Keys that they made before resolve whether they are used or not.
  /// - Throws: `invalid_configuration` for a kind of store that is not known here, or an option that makes no sense.
  public static func standard(
    for configuration: AuthConfiguration, tokenProvider: any TokenProvider = TokenProviderChain([]),
    observer: any AuthObserver = SilentObserver(), passkeyConsent: PasskeyConsent? = nil,
    storage: [StoragePlugin] = []
  ) throws(AuthError) -> ClientServices {
    // The transport's events are read beside the client's.
    let observer = AuthEventSource.around(observer)
    let clock = SystemClock()
    let random = SystemRandomSource()
    let transport = try SystemTransport.make(
      for: configuration.transport, clock: clock, random: random, observer: observer)
    let stores = try StandardStores(configuration, plugins: storage, clock: clock, random: random)
    let services = ProviderServices(
      transport: transport, keys: stores.keys, records: stores.records, tokenProvider: tokenProvider,
      passkeys: StandardPasskeys.make(stores, random: random, consent: passkeyConsent), clock: clock, random: random,
      observer: observer)
    return ClientServices(
      provider: services, sessionStore: stores.sessions, program: ProcessInfo.processInfo.processName
    ) { (source) throws(AuthError) in
      try TokenProviderFactory(environment: configuration.sources.environment, transport: transport).make(source)
    }
  }
}
