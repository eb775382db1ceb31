package import AuthCore

/// Marks of the entries that were taken over, in the records of a provider instance. They stay when the session ends,
/// so that a signed-out user is not signed in again.
package struct AdoptionMarks: Sendable {
  /// What is known of an entry.
  package enum Mark: Sendable, Hashable {
    /// A run has begun to store the entry as this session. It may have been interrupted before or after that.
    case begun(SessionID)
    /// The entry's session was stored; the run may have been interrupted after that.
    case stored(SessionID)
    /// The entry was taken over.
    case done
  }

  private let records: any RecordStore

  /// Creates the marks of an instance.
  ///
  /// - Parameter records: the instance's records.
  package init(_ records: any RecordStore) { self.records = records }

  /// Runs `body` while no other task or process takes over data for this instance.
  ///
  /// - Throws: `store_locked` if another run does not end in time; another storage code; the errors of `body`.
  package func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await records.withLock(on: "adoption", body)
  }

  /// The mark of an entry; nil for an entry without a mark.
  ///
  /// - Throws: a storage code.
  package func mark(of name: String) async throws(AuthError) -> Mark? {
    guard let text = try await records.read(Self.prefix + name)?.value.revealText() else { return nil }
    if text == Self.done { return .done }
    return text.hasPrefix(Self.stored)
      ? .stored(SessionID(String(text.dropFirst(Self.stored.count)))) : .begun(SessionID(text))
  }

  /// Marks an entry.
  ///
  /// - Throws: a storage code.
  package func set(_ mark: Mark, for name: String) async throws(AuthError) {
    let text =
      switch mark {
      case .begun(let id): id.rawValue
      case .stored(let id): Self.stored + id.rawValue
      case .done: Self.done
      }
    try await records.replace(Secret(text), for: Self.prefix + name)
  }

  /// The names of the marked entries that begin with `prefix`, without it.
  ///
  /// - Throws: a storage code.
  package func names(after prefix: String) async throws(AuthError) -> [String] {
    let whole = Self.prefix + prefix
    return try await records.readableKeys().filter { $0.hasPrefix(whole) }.map { String($0.dropFirst(whole.count)) }
  }

  private static let prefix = "adopted/"
  private static let stored = "stored "
  private static let done = "done"
}
