/// Everything that the package reports: a closed list, without secrets.
public enum AuthEvent: Sendable {
  /// A flow began.
  case flowStarted(provider: ProviderID, purpose: String)
  /// A flow shows a prompt; only the prompt's name.
  case promptShown(provider: ProviderID, prompt: String)
  /// A flow ended; the error is nil after a success.
  case flowEnded(provider: ProviderID, error: AuthError?)
  /// A request got a response, or failed.
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
  /// The server's clock differs from this machine's: by how much this machine's is behind (ahead if negative), and
  /// whether the difference is corrected. More than fifteen hours are not.
  case clockSkew(provider: ProviderID, behind: Duration, isCorrected: Bool)
  /// A session has ended, and why.
  case sessionEnded(provider: ProviderID, session: SessionID, reason: SignOutReason)
  /// A session, record or key was written or deleted, or could not be, with the error: `save`, `delete`, `select` and
  /// `label` by a call; `withdraw` after a sign-in that could not be selected; `spool`, `outbox`, `revoke` and
  /// `discard` for background work.
  case store(operation: String, provider: ProviderID, error: AuthError?)
  /// A step that users do not see: `device_challenge`, `token_fetch`.
  case step(provider: ProviderID, name: String)
}
