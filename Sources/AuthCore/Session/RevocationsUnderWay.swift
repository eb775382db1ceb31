/// Sessions that this process is revoking at the server, so that no session is revoked twice at the same time.
final class RevocationsUnderWay: Sendable {
  private let sessions = Locked<Set<Session.Version>>([])

  func begin(_ session: Session) -> Bool { sessions.withLock { $0.insert(session.version).inserted } }
  func end(_ session: Session) { sessions.withLock { _ = $0.remove(session.version) } }
}
