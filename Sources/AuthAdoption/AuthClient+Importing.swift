package import AuthCore

extension AuthClient {
  /// Stores a session that did not come from a flow of this client, such as one that a vendor's SDK had opened on this
  /// device. The selection does not change.
  ///
  /// - Returns: the session as it is stored.
  /// - Throws: the errors of `provider(_:)`; a storage code if the session cannot be stored.
  package func importSession(_ session: Session) async throws(AuthError) -> Session {
    let engine = try instance(session.providerID)
    let storing = Task.detached { () async -> Result<Session, AuthError> in
      do throws(AuthError) {
        return .success(try await engine.adopt(session, isSelected: false))
      } catch {
        return .failure(error)
      }
    }
    return try await storing.value.get()
  }
}
