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
  /// Creates this system's transport and stores for a configuration.
  ///
  /// Nothing is connected or written yet: the first request loads libcurl on Linux, and the first write creates the
  /// storage directory.
  ///
  /// - Parameters:
  ///   - configuration: its `storage` and `transport` blocks are used.
  ///   - tokenProvider: the app's own source of tokens, for providers whose block has no `tokenProvider`.
  ///   - observer: receives the client's events.
  ///   - passkeyConsent: asks the user before a software passkey is created or used. With nil, Apple systems perform
  ///     the passkey ceremonies themselves, and other systems offer no passkeys.
  ///   - storage: the plug-ins that this app links for further kinds of stores and wrapping keys. The configuration's
  ///     `storage` block selects the ones to use. Keys that any linked store generated earlier can still be used.
  /// - Throws: `invalid_configuration` for an unknown kind of store or wrapping key, for a missing or invalid option,
  ///   for the block of a plug-in that is not linked, or when files need a storage directory and the environment names
  ///   none; the errors of the storage plug-ins.
  public static func standard(
    for configuration: AuthConfiguration, tokenProvider: any TokenProvider = TokenProviderChain([]),
    observer: any AuthObserver = SilentObserver(), passkeyConsent: PasskeyConsent? = nil,
    storage: [StoragePlugin] = []
  ) throws(AuthError) -> ClientServices {
    try make(configuration, nil, tokenProvider, observer, passkeyConsent, storage)
  }

  /// Creates this system's stores for a configuration, and sends requests with a transport of the app: for Android and
  /// static Linux, which have no transport, and for an app that has its own HTTP client.
  ///
  /// The requests are retried and observed as those of the system's transport. The transport does not get the options
  /// of the `transport` block. The other arguments and the errors are those of `standard(for:)`.
  public static func standard(
    for configuration: AuthConfiguration, transport: any HTTPTransport,
    tokenProvider: any TokenProvider = TokenProviderChain([]), observer: any AuthObserver = SilentObserver(),
    passkeyConsent: PasskeyConsent? = nil, storage: [StoragePlugin] = []
  ) throws(AuthError) -> ClientServices {
    try make(configuration, transport, tokenProvider, observer, passkeyConsent, storage)
  }

  // Inlined into both callers, it would be in every app twice.
  @inline(never) private static func make(
    _ configuration: AuthConfiguration, _ own: (any HTTPTransport)?, _ tokenProvider: any TokenProvider,
    _ observer: any AuthObserver, _ passkeyConsent: PasskeyConsent?, _ storage: [StoragePlugin]
  ) throws(AuthError) -> ClientServices {
    // The observer gets the transport's events and the client's.
    let observer = AuthEventSource.around(observer)
    let clock = SystemClock()
    let random = SystemRandomSource()
    let transport = try SystemTransport.make(
      own, for: configuration.transport, clock: clock, random: random, observer: observer)
    let stores = try StandardStores(configuration, plugins: storage, clock: clock, random: random, observer: observer)
    var services = ProviderServices(
      transport: transport, keys: stores.keys, records: stores.records, tokenProvider: tokenProvider,
      passkeys: StandardPasskeys.make(stores, random: random, consent: passkeyConsent), clock: clock, random: random,
      observer: observer)
    if let records = stores.hostRecords { services.hostRecords = records }
    return ClientServices(
      provider: services, sessionStore: stores.sessions, program: ProcessInfo.processInfo.processName
    ) { (source) throws(AuthError) in
      try TokenProviderFactory(environment: configuration.sources.environment, transport: transport).make(source)
    }
  }
}
