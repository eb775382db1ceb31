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
  /// A session, record or key was written or deleted: `save`, `delete`, `select`.
  case store(operation: String, provider: ProviderID, error: AuthError?)
  /// A step that users do not see: `device_challenge`, `token_fetch`.
  case step(provider: ProviderID, name: String)
}

/// One exchange, redacted.
public struct RequestEvent: Sendable {
  /// The method.
  public let method: String
  /// Scheme, host, port and path; queries and fragments are dropped, since they can hold secrets.
  public let url: String
  /// The status, or nil when there was no answer.
  public let status: Int?
  /// How long it took.
  public let duration: Duration
  /// Why there was no answer.
  public let error: AuthError.Code?

  /// One exchange.
  public init(method: String, url: String, status: Int?, duration: Duration, error: AuthError.Code?) {
    self.method = method
    self.url = url
    self.status = status
    self.duration = duration
    self.error = error
  }
}

/// Receives events, for logs, metrics and traces. Called on whatever thread the event happens: be quick.
public protocol AuthObserver: Sendable {
  /// Something happened.
  func record(_ event: AuthEvent)
}

/// Hears nothing.
public struct SilentObserver: AuthObserver {
  /// Hears nothing.
  public init() {}
  /// Does nothing.
  public func record(_ event: AuthEvent) {}
}

/// Why nobody is signed in.
public enum SignOutReason: Sendable, Hashable {
  /// Nobody ever was.
  case never
  /// The user or the app asked for it.
  case requested
  /// The server refused to renew the session.
  case refused(AuthError.Code)
  /// Another session was selected, and then none.
  case deselected
}
