public import AuthCore

extension TransportOptions {
  /// Creates the options of a configuration's `transport` block.
  public init(_ configuration: TransportConfiguration) {
    self.init(
      timeout: .seconds(configuration.timeoutSeconds), additionalRoots: configuration.additionalRoots,
      pinnedPublicKeys: configuration.pinnedPublicKeys, proxy: configuration.proxy)
    clientCertificates = configuration.clientCertificates
  }
}

extension SystemTransport {
  /// Creates this system's transport from a configuration. The transport reports every attempt to `observer`, and
  /// retries requests that allow it.
  ///
  /// - Throws: `invalid_configuration` for an invalid option. The message names the option.
  public static func make(
    for configuration: TransportConfiguration, clock: any AuthClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(), observer: any AuthObserver = SilentObserver()
  ) throws(AuthError) -> any HTTPTransport {
    try make(nil, for: configuration, clock: clock, random: random, observer: observer)
  }

  /// Makes a transport report every attempt, and retry requests that allow it: a transport of the app, which does not
  /// get the other options of `configuration`, or else this system's.
  ///
  /// - Throws: `invalid_configuration` for an invalid option. The message names the option.
  // Inlined into `make(for:)`, it would be in every app twice.
  @inline(never) package static func make(
    _ own: (any HTTPTransport)?, for configuration: TransportConfiguration, clock: any AuthClock,
    random: any RandomSource, observer: any AuthObserver
  ) throws(AuthError) -> any HTTPTransport {
    let policy = RetryPolicy(maximumAttempts: configuration.attempts)
    // The retrying middleware is outside the observing middleware, which therefore reports each attempt.
    let transport = if let own { own } else { try system(configuration) }
    return
      transport
      .wrapped(by: ObservingMiddleware(observer: observer, clock: clock))
      .wrapped(by: RetryMiddleware(policy: policy, clock: clock, random: random, observer: observer))
  }

  private static func system(_ configuration: TransportConfiguration) throws(AuthError) -> any HTTPTransport {
    let options = TransportOptions(configuration)
    do throws(AuthError) {
      try options.validate()
    } catch {
      // `$.` begins the option's path in a configuration.
      throw AuthError(error.code, "$.\(error.message)")
    }
    return try make(options: options)
  }
}
