public import AuthCore

extension TurnkeyProvider {
  /// Asks the vendor which user a session's key belongs to (`whoami`).
  ///
  /// - Throws: `session_expired` and `session_revoked` if the vendor no longer accepts the key, `key_unavailable`, and
  ///   the transport's errors.
  public func whoAmI(_ session: Session) async throws(AuthError) -> TurnkeyIdentity {
    let body: JSONValue = ["organizationId": .string(organization(of: session))]
    return try TurnkeyIdentity(json: try await api.query("whoami", body, stamper: try stamper(of: session)))
  }

  /// The ID of the user's own organisation, which every request of a session names.
  public func organization(of session: Session) -> String {
    session.claims["organization_id"]?.stringValue ?? session.tenant
  }
}
