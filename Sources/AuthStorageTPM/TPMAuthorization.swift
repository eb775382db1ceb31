public import AuthCore

/// Asks the person for the authorisation value (PIN, password) of a key whose policy asks for one.
public protocol TPMAuthorization: Sendable {
  /// The value; nil when the person declines.
  ///
  /// - Throws: an error of the one who asks.
  func value(for request: TPMAuthorizationRequest) async throws(AuthError) -> Secret?
}

/// What an authorisation value is asked for.
public struct TPMAuthorizationRequest: Sendable, Hashable {
  /// Whose key it is.
  public let namespace: String
  /// The key; nil for one that is about to be made, whose value the person chooses.
  public let key: KeyReference?
  /// What it takes to use the key.
  public let policy: KeyPolicy
}

/// Always the same value: a service's own, from its configuration.
public struct FixedTPMAuthorization: TPMAuthorization {
  private let secret: Secret

  /// The value.
  public init(_ secret: Secret) { self.secret = secret }

  /// The value.
  public func value(for request: TPMAuthorizationRequest) async throws(AuthError) -> Secret? { secret }
}

/// Values that were given, for as long as their keys' policies say.
final class TPMAuthorizations: Sendable {
  private struct Given {
    let value: Secret
    let until: Duration
  }

  private let given = Locked<[String: Given]>([:])
  private let clock: any AuthClock

  init(clock: any AuthClock) { self.clock = clock }

  func value(of keyID: String) -> Secret? {
    let now = clock.uptime()
    return given.withLock { given in
      if let known = given[keyID], known.until > now { return known.value }
      given[keyID] = nil
      return nil
    }
  }

  func keep(_ value: Secret, of keyID: String, for policy: KeyPolicy) {
    guard policy.authorizationLifetime > .zero else { return }
    let until = clock.uptime() + policy.authorizationLifetime
    given.withLock { $0[keyID] = Given(value: value, until: until) }
  }

  func forget(_ keyID: String) { given.withLock { $0[keyID] = nil } }
}
