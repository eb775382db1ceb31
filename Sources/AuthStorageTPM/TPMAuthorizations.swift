import AuthCore

/// The authorisation values that users have entered, kept as long as the policies of their keys allow.
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
