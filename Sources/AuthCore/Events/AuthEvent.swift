/// An event that the package reports. The list of events is closed, and none contains a secret.
public enum AuthEvent: Sendable {
  /// A flow began.
  case flowStarted(provider: ProviderID, purpose: String)
  /// A flow shows a prompt; the event contains only the prompt's name.
  case promptShown(provider: ProviderID, prompt: String)
  /// A flow ended; the error is nil after a success.
  case flowEnded(provider: ProviderID, error: AuthError?)
  /// A request received a response, or failed.
  case request(RequestEvent)
  /// A request is sent again.
  case retry(url: String, attempt: Int, after: Duration)
  /// A renewal began.
  case refreshStarted(provider: ProviderID, session: SessionID)
  /// A renewal ended; the error is nil after a success.
  case refreshEnded(provider: ProviderID, session: SessionID, error: AuthError?)
  /// A step of a renewal at a store whose claims expire.
  case renewal(RenewalEvent)
  /// A session will expire soon.
  case sessionExpiring(provider: ProviderID, session: SessionID, in: Duration)
  /// The server's clock differs from this machine's. `behind` is how far this machine's clock is behind (negative if it
  /// is ahead). A difference of more than fifteen hours is not corrected.
  case clockSkew(provider: ProviderID, behind: Duration, isCorrected: Bool)
  /// A session has ended, for this reason.
  case sessionEnded(provider: ProviderID, session: SessionID, reason: SignOutReason)
  /// The store was read or changed; the error is nil after a success. The operations are, among others, `save`,
  /// `delete`, `select` and `label` in a call, `withdraw` after a sign-in whose session could not be selected, and
  /// `spool`, `outbox`, `revoke` and `discard` in the background.
  case store(operation: String, provider: ProviderID, error: AuthError?)
  /// A step that users do not see: `device_challenge`, `token_fetch`.
  case step(provider: ProviderID, name: String)
}
