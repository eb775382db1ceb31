package import AuthCore

/// Marks of the entries that were taken over, in the records of a provider instance. They stay when the session ends, so
/// that a signed-out user is not signed in again.
package struct AdoptionMarks: Sendable {
  private let records: any RecordStore

  /// Creates the marks of an instance.
  ///
  /// - Parameter records: the instance's records.
  package init(_ records: any RecordStore) { self.records = records }

  /// Whether the entry was taken over.
  ///
  /// - Throws: a storage code.
  package func contains(_ name: String) async throws(AuthError) -> Bool {
    try await records.read(Self.prefix + name) != nil
  }

  /// Marks an entry as taken over.
  ///
  /// - Throws: a storage code.
  package func add(_ name: String) async throws(AuthError) {
    try await records.replace(Secret("1"), for: Self.prefix + name)
  }

  private static let prefix = "adopted/"
}
