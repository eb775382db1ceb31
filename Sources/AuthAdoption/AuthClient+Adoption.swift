package import AuthCore

extension AuthClient {
  /// The provider instance that takes over the data, as the vendor's provider type.
  ///
  /// - Parameters:
  ///   - id: the instance; nil for the configured one.
  ///   - vendor: the vendor's name, for the error.
  /// - Throws: `invalid_request` if the instance is of another vendor; the errors of `provider(_:)`.
  package func provider<Provider: AuthProvider>(
    _ id: ProviderID?, as type: Provider.Type, vendor: String
  ) throws(AuthError) -> Provider {
    let found = try provider(id)
    if let provider = found as? Provider { return provider }
    throw AuthError(
      .invalidRequest,
      "'\(found.id)' is not an instance of \(vendor). Pass the id of an instance of \(vendor).")
  }

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
