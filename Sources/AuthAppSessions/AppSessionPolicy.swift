/// The lifetimes and limits of an app's sessions.
///
/// A lifetime or retention below one second counts as one second. A negative `retryWindow` or `clockTolerance` counts
/// as zero.
public struct AppSessionPolicy: Sendable, Hashable {
  /// How long an access token is accepted. A revoked session ends at once, whatever this value is, because each check
  /// reads the store.
  public var accessLifetime: Duration = .seconds(3600)
  /// How long a session can be renewed after its last renewal.
  public var idleLifetime: Duration = .seconds(14 * 86_400)
  /// How long a session can last in all. Renewals do not extend it.
  public var absoluteLifetime: Duration = .seconds(90 * 86_400)
  /// How long a spent refresh token still returns the tokens that replaced it, for a client whose response was lost; at
  /// most 60 seconds. Zero, the default, ends the session at any second use (RFC 9700 §4.14.2).
  public var retryWindow: Duration = .zero
  /// How many sessions a subject can have. A sign-in beyond the limit ends the oldest session. At least 1.
  public var sessionsPerSubject = 100
  /// How long the end of a session, or of a provider's session, is remembered.
  public var endedRetention: Duration = .seconds(86_400)
  /// How far the clocks of a provider and of this host may differ. If a provider's event ends the sessions that began
  /// before a certain time, the sessions that began up to this much later end, too.
  public var clockTolerance: Duration = .seconds(60)
  /// The maximum total size of a session's claims, in bytes of their JSON.
  public var maximumClaimsByteCount = 8192

  /// Creates the policy with the standard values.
  public init() {}

  /// The policy with every value in its range.
  var bounded: AppSessionPolicy {
    var policy = self
    policy.accessLifetime = max(accessLifetime, .seconds(1))
    policy.idleLifetime = max(idleLifetime, .seconds(1))
    policy.absoluteLifetime = max(absoluteLifetime, .seconds(1))
    policy.retryWindow = min(max(retryWindow, .zero), .seconds(60))
    policy.sessionsPerSubject = max(sessionsPerSubject, 1)
    policy.endedRetention = max(endedRetention, .seconds(1))
    policy.clockTolerance = max(clockTolerance, .zero)
    return policy
  }
}
