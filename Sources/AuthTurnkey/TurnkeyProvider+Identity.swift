public import AuthCore

extension TurnkeyProvider {
  /// Asks the vendor which user a session's key belongs to (`whoami`).
  ///
  /// - Throws: `session_expired` and `session_revoked` when the vendor no longer accepts the key, `key_unavailable`,
  ///   and what the transport throws.
  public func whoAmI(_ session: Session) async throws(AuthError) -> TurnkeyIdentity {
    let body: JSONValue = ["organizationId": .string(organization(of: session))]
    return try TurnkeyIdentity(json: try await api.query("whoami", body, stamper: try stamper(of: session)))
  }

  /// The user's own organisation. Requests of a session name it.
  public func organization(of session: Session) -> String {
    session.claims["organization_id"]?.stringValue ?? session.tenant
  }
}
