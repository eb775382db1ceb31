public import AuthCore

/// What an adoption did with each entry of the other SDK.
public struct AdoptionReport: Sendable {
  /// What happened to one entry.
  public enum Outcome: Sendable {
    /// The entry's session is now a session of this client.
    case session(Session)
    /// The entry is not a session. It is now stored here.
    case stored
    /// An earlier run has taken the entry over.
    case known
    /// The entry is of no use any more, for example because its session has expired.
    case useless(AuthError)
    /// The entry could not be taken over. The next run tries again, which can help if the error is transient or the
    /// device was locked. Otherwise, the user signs in again.
    case failed(AuthError)
  }

  /// One entry.
  public struct Entry: Sendable {
    /// The entry's name, such as the name of a session. It contains no secret.
    public let name: String
    /// What happened to it.
    public let outcome: Outcome
  }

  /// The entries, in the order in which they were read.
  public private(set) var entries: [Entry] = []

  /// Creates an empty report.
  public init() {}

  /// The sessions that were taken over.
  public var sessions: [Session] {
    entries.compactMap { entry in
      if case .session(let session) = entry.outcome { return session }
      return nil
    }
  }

  /// The errors of the entries that could not be taken over.
  public var failures: [AuthError] {
    entries.compactMap { entry in
      if case .failed(let error) = entry.outcome { return error }
      return nil
    }
  }

  /// Whether another run would not help: no failure is transient, or due to a locked device.
  public var isComplete: Bool { !failures.contains { $0.isTransient || $0.code == .storeLocked } }

  /// Adds an entry.
  public mutating func add(_ name: String, _ outcome: Outcome) {
    entries.append(Entry(name: name, outcome: outcome))
  }
}
