public import AuthCore

/// What happened to a session, for logs, metrics and alarms. No event contains a token.
public enum AppSessionEvent: Sendable, Hashable {
  /// A session was opened.
  case opened(SessionID, subject: String)
  /// A session was renewed.
  case renewed(SessionID)
  /// A spent refresh token returned the tokens that replaced it, within the policy's `retryWindow`.
  case repeated(SessionID)
  /// A token or a sign-in was refused. The session is nil if no session was found. Clients do not learn the reason.
  case refused(AppSessionRefusal, session: SessionID?)
  /// A session was ended.
  case ended(SessionID, AppSessionEndReason)
  /// A provider's event arrived again and had no effect.
  case noticeRepeated(source: String)
}

/// Receives the events of `AppSessions`. Several threads can call it at the same time.
public typealias AppSessionObserver = @Sendable (AppSessionEvent) -> Void
