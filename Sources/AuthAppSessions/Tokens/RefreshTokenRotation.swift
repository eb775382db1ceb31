import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LiveAppSession {
  /// The result of presenting a refresh token.
  enum Rotation: Sendable {
    /// The token is valid: store this session, and return the tokens.
    case renewed(LiveAppSession, AppSessionTokens)
    /// The token is spent, but its client may not have got the response: return the tokens again. Nothing changes.
    case repeated(AppSessionTokens)
    /// The token is spent: end the session.
    case reused
    /// The token is refused. Nothing changes.
    case refused(AppSessionRefusal)
  }

  /// Returns what a refresh token does.
  ///
  /// - Parameters:
  ///   - token: the refresh token.
  ///   - thumbprint: the thumbprint of the key of the DPoP proof that came with it; nil without a proof.
  ///   - salt: random bytes for the new tokens.
  func rotation(
    _ token: PresentedToken, thumbprint: String?, salt: [UInt8], policy: AppSessionPolicy, at now: Date
  ) -> Rotation {
    // A token of another family was not issued for this session. If it ended the session, anyone who knows the id could
    // sign the user out.
    guard owns(refresh: token) else { return .refused(.unknown) }
    if let bound = facts.dpopKeyThumbprint {
      guard let thumbprint, ConstantTime.equal(bound, thumbprint) else { return .refused(.wrongKey) }
    }
    guard now < facts.renewableUntil, now < facts.endsAt else { return .refused(.expired) }
    if ConstantTime.equal(refreshHash, token.hash) {
      let tokens = AppSessionTokens(replacing: token, salt: salt)
      return .renewed(renewed(with: tokens, spent: token, salt: salt, policy: policy, at: now), tokens)
    }
    if let retry, ConstantTime.equal(retry.spentHash, token.hash), now < retry.until {
      return .repeated(AppSessionTokens(replacing: token, salt: retry.salt))
    }
    return .reused
  }

  private func renewed(
    with tokens: AppSessionTokens, spent: PresentedToken, salt: [UInt8], policy: AppSessionPolicy, at now: Date
  ) -> LiveAppSession {
    var next = self
    next.facts.renewedAt = now
    next.facts.tokenExpiresAt = min(now.adding(policy.accessLifetime), facts.endsAt)
    next.facts.renewableUntil = min(now.adding(policy.idleLifetime), facts.endsAt)
    next.refreshHash = AppSessionTokens.hash(tokens.refresh)
    let earlier = access.first.flatMap { now < $0.expiresAt ? $0 : nil }
    next.access = [Access(hash: AppSessionTokens.hash(tokens.access), expiresAt: next.facts.tokenExpiresAt)]
    if let earlier { next.access.append(earlier) }
    next.retry =
      policy.retryWindow > .zero
      ? Retry(spentHash: spent.hash, salt: salt, until: now.adding(policy.retryWindow)) : nil
    return next
  }
}
