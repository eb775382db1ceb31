public import AuthCore

extension TurnkeyProvider {
  /// Asks the vendor which user a session's key belongs to (`whoami`).
  ///
  /// - Throws: `session_expired` and `session_revoked` if the vendor no longer accepts the key, the vendor's other
  ///   refusals, `key_unavailable`, `malformed_response`, and the transport's errors.
  public func whoAmI(_ session: Session) async throws(AuthError) -> TurnkeyIdentity {
    let body: JSONValue = ["organizationId": .string(organization(of: session))]
    return try TurnkeyIdentity(json: try await api.query("whoami", body, stamper: try stamper(of: session)))
  }

  /// Returns the ID of the user's own organisation, which every request of a session names. If the session has no claim
  /// `organization_id`, this is the ID of the parent organisation.
  public func organization(of session: Session) -> String {
    session.claims["organization_id"]?.stringValue ?? session.tenant
  }
}
