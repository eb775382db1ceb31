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
    let policy = RetryPolicy(maximumAttempts: configuration.attempts)
    let options = TransportOptions(configuration)
    do throws(AuthError) {
      try options.validate()
    } catch {
      // `$.` begins the option's path in a configuration.
      throw AuthError(error.code, "$.\(error.message)")
    }
    return wrapped(try make(options: options), policy, clock: clock, random: random, observer: observer)
  }

  /// Makes a transport of the app report every attempt, and retry requests that allow it, as `configuration` says. The
  /// transport does not get the other options of `configuration`.
  package static func wrapping(
    _ transport: any HTTPTransport, for configuration: TransportConfiguration, clock: any AuthClock,
    random: any RandomSource, observer: any AuthObserver
  ) -> any HTTPTransport {
    let policy = RetryPolicy(maximumAttempts: configuration.attempts)
    return wrapped(transport, policy, clock: clock, random: random, observer: observer)
  }

  private static func wrapped(
    _ transport: any HTTPTransport, _ policy: RetryPolicy, clock: any AuthClock, random: any RandomSource,
    observer: any AuthObserver
  ) -> any HTTPTransport {
    // The retrying middleware is outside the observing middleware, which therefore reports each attempt.
    transport
      .wrapped(by: ObservingMiddleware(observer: observer, clock: clock))
      .wrapped(by: RetryMiddleware(policy: policy, clock: clock, random: random, observer: observer))
  }
}
