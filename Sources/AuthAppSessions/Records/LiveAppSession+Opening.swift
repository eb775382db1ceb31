import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LiveAppSession {
  /// Makes the record of a new session.
  static func opened(
    _ request: AppSessionRequest, id: SessionID, tokens: AppSessionTokens, policy: AppSessionPolicy, at now: Date
  ) -> LiveAppSession? {
    guard let refresh = PresentedToken(tokens.refresh, as: .refresh) else { return nil }
    let life = min(policy.absoluteLifetime, max(request.lifetime ?? policy.absoluteLifetime, .seconds(1)))
    let end = now.adding(life).inMilliseconds
    let expiry = min(now.adding(policy.accessLifetime), end)
    return LiveAppSession(
      facts: ActiveAppSession(
        id: id, subject: request.subject, provider: request.provider, providerSubject: request.providerSubject,
        providerSession: request.providerSession, claims: request.claims,
        device: request.device.flatMap(ServerText.shown), dpopKeyThumbprint: request.dpopKeyThumbprint,
        authenticatedAt: (request.authenticatedAt ?? now).inMilliseconds, issuedAt: now, endsAt: end, renewedAt: now,
        tokenExpiresAt: expiry, renewableUntil: min(now.adding(policy.idleLifetime), end)),
      familyHash: refresh.sharedHash, refreshHash: refresh.hash,
      access: [Access(hash: AppSessionTokens.hash(tokens.access), expiresAt: expiry)], retry: nil,
      handles: AppSessionHandle.all(of: request))
  }
}
