/// What a session store holds: the sessions that can be read, and why others cannot.
public struct StoredSessions: Sendable {
  /// The sessions that can be read.
  public var sessions: [Session]
  /// One storage error for each record that cannot be read; the record is kept as it is.
  public var unreadable: [AuthError]

  /// What a store holds.
  public init(_ sessions: [Session], unreadable: [AuthError] = []) {
    self.sessions = sessions
    self.unreadable = unreadable
  }
}
