/// What can be seen from outside: a closed catalogue, without secrets.
public enum AuthEvent: Sendable {
  /// A flow began.
  case flowStarted(provider: ProviderID, purpose: String)
  /// A flow shows a prompt; its name alone.
  case promptShown(provider: ProviderID, prompt: String)
  /// A flow ended; nil for a good end.
  case flowEnded(provider: ProviderID, error: AuthError?)
  /// A request was answered or failed.
  case request(RequestEvent)
  /// A request is sent again.
  case retry(url: String, attempt: Int, after: Duration)
  /// A renewal began.
  case refreshStarted(provider: ProviderID, session: SessionID)
  /// A renewal ended; nil for a good end.
  case refreshEnded(provider: ProviderID, session: SessionID, error: AuthError?)
  /// A session will expire soon.
  case sessionExpiring(provider: ProviderID, session: SessionID, in: Duration)
  /// The server's clock says otherwise than this machine's: by how much this machine's is behind (ahead, where
  /// negative), and whether that is corrected; more than fifteen hours are not.
  case clockSkew(provider: ProviderID, behind: Duration, isCorrected: Bool)
  /// A session is no more, and why.
  case sessionEnded(provider: ProviderID, session: SessionID, reason: SignOutReason)
  /// A session, record or key was written or deleted, with the error where it was not: `save`, `delete`, `select` and
  /// `label` by a call; `withdraw` after a sign-in that could not be selected; `spool`, `outbox`, `revoke` and `discard`
  /// for what is done beside calls.
  case store(operation: String, provider: ProviderID, error: AuthError?)
  /// A step that users do not see: `device_challenge`, `token_fetch`.
  case step(provider: ProviderID, name: String)
}
