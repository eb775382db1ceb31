/// Sessions that this process is telling the server about, so that one is not told twice at a time.
final class RevocationsUnderWay: Sendable {
  private let sessions = Locked<Set<Session.Version>>([])

  func begin(_ session: Session) -> Bool { sessions.withLock { $0.insert(session.version).inserted } }
  func end(_ session: Session) { sessions.withLock { _ = $0.remove(session.version) } }
}
