#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is known of one provider's selected session: a pure value, changed by events.
struct SelectedSession: Sendable {
  private(set) var isLoaded = false
  private(set) var session: Session?
  private(set) var reason: SignOutReason = .never
  /// Why the key of the session cannot be reached, where it cannot.
  private(set) var lock: AuthError?
  /// Whether a renewal was interrupted: the server may have spent the credential already.
  private(set) var isRenewalUnfinished = false

  /// The store was read. A session selected meanwhile wins.
  mutating func loaded(_ stored: Session?, lock: AuthError?, isRenewalUnfinished: Bool = false) {
    guard !isLoaded else { return }
    isLoaded = true
    session = stored
    self.isRenewalUnfinished = isRenewalUnfinished && stored != nil
    self.lock = stored == nil ? nil : lock
  }

  /// A sign-in was completed, or another session chosen.
  mutating func selected(_ chosen: Session, lock: AuthError? = nil) {
    isLoaded = true
    session = chosen
    isRenewalUnfinished = false
    self.lock = lock
  }

  /// A renewal was stored, here or by another process. Dropped when the session is no longer the selected one, or
  /// has been renewed further.
  mutating func renewed(_ session: Session) {
    guard let current = self.session, current.id == session.id, session.generation >= current.generation else { return }
    self.session = session
    isRenewalUnfinished = false
    lock = nil
  }

  /// Another session is stored under the same identity, and serves.
  mutating func replaced(by session: Session) {
    guard self.session?.id == session.id else { return }
    self.session = session
    isRenewalUnfinished = false
  }

  /// The key was looked for again.
  mutating func relocked(_ lock: AuthError?) { self.lock = session == nil ? nil : lock }

  /// The session is gone. Dropped when another one is selected.
  ///
  /// - Returns: whether that was news: a session ends once.
  @discardableResult
  mutating func ended(_ id: SessionID, _ reason: SignOutReason) -> Bool {
    guard session?.id == id else { return false }
    session = nil
    isRenewalUnfinished = false
    lock = nil
    self.reason = reason
    return true
  }

  /// How things stand at `now`.
  func state(at now: Date, isRenewable: Bool) -> SessionState {
    guard isLoaded else { return .loading }
    guard let session else { return .signedOut(reason) }
    if lock != nil { return .locked(session, .keyUnavailable) }
    guard session.isExpired(at: now) else { return .signedIn(session) }
    return isRenewable ? .unverified(session) : .expired(session)
  }
}
