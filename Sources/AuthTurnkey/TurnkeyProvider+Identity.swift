public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

extension TurnkeyProvider {
  /// Stamps a `whoami` query without sending it, for an app's backend that forwards it to the vendor and so learns who
  /// the caller is. Send the value as `Authorization: Turnkey-Signed-Request <value>`, only over TLS and only once: the
  /// stamp contains no time, so a stranger who reads it can ask the same question until the key expires.
  ///
  /// - Returns: `{"url","body","stamp":{"stampHeaderName","stampHeaderValue"}}` in base64url, the form of the vendor's
  ///   SDKs.
  /// - Throws: `key_unavailable`, and the key store's errors.
  public func signedWhoAmI(_ session: Session) async throws(AuthError) -> Secret {
    let body = JSONValue.object(["organizationId": .string(organization(of: session))]).serialized
    let stamp = try await stamper(of: session).stamp(body)
    let address = configuration.apiBaseURL.appending(path: "public/v1/query/whoami").absoluteString
    let signed: JSONValue = [
      "url": .string(address), "body": .string(String(decoding: body, as: UTF8.self)),
      "stamp": ["stampHeaderName": .string(stamp.name), "stampHeaderValue": .string(stamp.value)],
    ]
    return Secret(Base64URL.encode(signed.serialized))
  }
}
