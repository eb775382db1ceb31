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
    // The retrying middleware is outside the observing middleware, which therefore reports each attempt.
    return try make(options: options)
      .wrapped(by: ObservingMiddleware(observer: observer, clock: clock))
      .wrapped(by: RetryMiddleware(policy: policy, clock: clock, random: random, observer: observer))
  }
}
