/// An event that the package reports to observers. Apps and providers cannot add kinds of events, and no event contains
/// a secret.
public enum AuthEvent: Sendable {
  /// A flow began.
  case flowStarted(provider: ProviderID, purpose: String)
  /// A flow shows a prompt. `prompt` is the name of the prompt, without its content.
  case promptShown(provider: ProviderID, prompt: String)
  /// A flow ended; the error is nil after a success.
  case flowEnded(provider: ProviderID, error: AuthError?)
  /// A request received a response, or failed.
  case request(RequestEvent)
  /// A request will be sent again. `attempt` is the number of the coming attempt, from 2. `after` is the delay before
  /// that attempt. `url` has no query.
  case retry(url: String, attempt: Int, after: Duration)
  /// A renewal began.
  case refreshStarted(provider: ProviderID, session: SessionID)
  /// A renewal ended; the error is nil after a success.
  case refreshEnded(provider: ProviderID, session: SessionID, error: AuthError?)
  /// A step of a renewal at a store whose renewal claims expire, such as one that several hosts share.
  case renewal(RenewalEvent)
  /// The credential of a session will expire soon. `in` is the time until then.
  case sessionExpiring(provider: ProviderID, session: SessionID, in: Duration)
  /// The difference between this machine's clock and the server's has changed by more than a second. `behind` is how
  /// far this machine's clock is behind; negative if it is ahead. A difference of more than fifteen hours is not
  /// corrected.
  case clockSkew(provider: ProviderID, behind: Duration, isCorrected: Bool)
  /// A session has ended.
  case sessionEnded(provider: ProviderID, session: SessionID, reason: SignOutReason)
  /// The store was read or changed; the error is nil after a success. The operations are, among others, `save`,
  /// `delete`, `select` and `label` in a call, `withdraw` after a sign-in whose session could not be selected, and
  /// `spool`, `outbox`, `revoke` and `discard` in the background.
  case store(operation: String, provider: ProviderID, error: AuthError?)
  /// A step of a flow or a renewal that users do not see, such as `device_challenge` or `token_fetch`.
  case step(provider: ProviderID, name: String)
}
