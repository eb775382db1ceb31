/// The content of a session store: the sessions that can be read, and the errors of those that cannot.
public struct StoredSessions: Sendable {
  /// The sessions that can be read.
  public var sessions: [Session]
  /// One storage error for each record that cannot be read; the record is not changed.
  public var unreadable: [AuthError]

  /// Creates the content of a store.
  public init(_ sessions: [Session], unreadable: [AuthError] = []) {
    self.sessions = sessions
    self.unreadable = unreadable
  }
}
