#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The known state of one provider's selected session: a pure value, changed by events.
struct SelectedSession: Sendable {
  private(set) var isLoaded = false
  private(set) var session: Session?
  private(set) var reason: SignOutReason = .never
  /// Why the key of the session cannot be reached; nil when it can be reached.
  private(set) var lock: AuthError?
  /// Whether a renewal was interrupted: the server may have used up the credential already.
  private(set) var isRenewalUnfinished = false

  /// The store was read for the first time. Ignored if a session was selected during the read.
  mutating func loaded(_ stored: Session?, lock: AuthError?, isRenewalUnfinished: Bool = false) {
    guard !isLoaded else { return }
    isLoaded = true
    session = stored
    self.isRenewalUnfinished = isRenewalUnfinished && stored != nil
    self.lock = stored == nil ? nil : lock
  }

  /// A sign-in was completed, or another session was selected.
  mutating func selected(_ chosen: Session, lock: AuthError? = nil) {
    isLoaded = true
    session = chosen
    isRenewalUnfinished = false
    self.lock = lock
  }

  /// A renewal ended with `session`, or a later form of the selected session was read from the store. Ignored when
  /// another session is selected, or when the selected one has a later generation.
  mutating func renewed(_ session: Session) {
    guard let current = self.session, current.id == session.id, session.generation >= current.generation else { return }
    self.session = session
    isRenewalUnfinished = false
    lock = nil
  }

  /// `session`, from the same or another sign-in, is stored under the id of the selected session and is used from now
  /// on. Ignored when a session with another id is selected.
  mutating func replaced(by session: Session) {
    guard self.session?.id == session.id else { return }
    self.session = session
    isRenewalUnfinished = false
  }

  /// The engine has checked again whether the key of the session can be reached.
  mutating func relocked(_ lock: AuthError?) { self.lock = session == nil ? nil : lock }

  /// The session has ended or was deselected. Ignored when another session is selected.
  ///
  /// - Returns: whether this session was the selected one. Its end is therefore reported only once.
  @discardableResult
  mutating func ended(_ id: SessionID, _ reason: SignOutReason) -> Bool {
    guard session?.id == id else { return false }
    session = nil
    isRenewalUnfinished = false
    lock = nil
    self.reason = reason
    return true
  }

  /// The state at `now`.
  func state(at now: Date, isRenewable: Bool) -> SessionState {
    guard isLoaded else { return .loading }
    guard let session else { return .signedOut(reason) }
    if lock != nil { return .locked(session, .keyUnavailable) }
    guard session.isExpired(at: now) else { return .signedIn(session) }
    return isRenewable ? .unverified(session) : .expired(session)
  }
}
