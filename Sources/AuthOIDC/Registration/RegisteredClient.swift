import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client that registered itself: the issuer's response (RFC 7591 §3.2.1), kept in a record of the provider.
struct RegisteredClient: Sendable {
  let issuer: String
  let id: String
  /// The secret; nil for a client that authenticates in another way or not at all.
  private(set) var secret: Secret?
  /// Where the issuer expects the secret; nil if it does not say.
  let secretPlace: OIDCConfiguration.SecretPlace?
  /// When the secret expires; nil if it does not expire.
  private(set) var secretExpiresAt: Date?
  /// When the client registered.
  let registeredAt: Date
  /// The address of this registration and the token for it (RFC 7592 §2); nil if the issuer has none.
  private(set) var management: (url: URL, token: Secret)?

  /// Reads the issuer's response.
  ///
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue, issuer: String, at now: Date) throws(AuthError) {
    self.issuer = issuer
    registeredAt = now
    id = try answer.requiredString("client_id")
    guard !id.isEmpty, !id.hasControlCharacter else {
      throw AuthError(
        .malformedResponse,
        "The issuer's registration response has no valid field 'client_id'. Try again, or check 'issuer'.")
    }
    let method = answer["token_endpoint_auth_method"]?.stringValue ?? "client_secret_basic"
    secret = method.hasPrefix("client_secret_") ? try answer.optionalToken("client_secret") : nil
    secretPlace = answer["token_endpoint_auth_method"].map { _ in method == "client_secret_post" ? .form : .header }
    // Zero means that the secret does not expire.
    secretExpiresAt = answer["client_secret_expires_at"]?.numberValue.flatMap {
      $0 > 0 ? Date(timeIntervalSince1970: $0) : nil
    }
    let url = answer["registration_client_uri"]?.stringValue.flatMap(OIDCMetadata.page)
    let token = try answer.optionalToken("registration_access_token")
    management = url.flatMap { url in token.map { (url, $0) } }
  }

  /// Returns the registration with the secret and the token of the issuer's response; nil if the response has neither,
  /// or is not about this client.
  func updated(by answer: JSONValue) -> RegisteredClient? {
    guard answer["client_secret"] != nil || answer["registration_access_token"] != nil,
      let read = try? RegisteredClient(answer, issuer: issuer, at: registeredAt), read.id == id
    else { return nil }
    var updated = self
    if secret != nil, let new = read.secret { (updated.secret, updated.secretExpiresAt) = (new, read.secretExpiresAt) }
    if let new = read.management {
      updated.management = new
    } else if let token = try? answer.optionalToken("registration_access_token"), let former = management {
      updated.management = (former.url, token)
    }
    return updated
  }

  /// Whether the client's secret can still be used.
  func isUsable(at now: Date) -> Bool { secret == nil || secretExpiresAt.map { $0 > now } ?? true }

  /// The content of the record, in the format that `init(record:)` reads.
  var record: Secret {
    var object: JSONObject = [
      "v": 1, "issuer": .string(issuer), "client_id": .string(id),
      "registered_at": .number(registeredAt.timeIntervalSince1970),
    ]
    // Only a secret that is used is stored.
    if let secret {
      object["client_secret"] = .string(secret.revealText())
      object["token_endpoint_auth_method"] = secretPlace.map {
        $0 == .form ? "client_secret_post" : "client_secret_basic"
      }
    } else {
      object["token_endpoint_auth_method"] = "none"
    }
    object["client_secret_expires_at"] = secretExpiresAt.map { .number($0.timeIntervalSince1970) }
    object["registration_client_uri"] = management.map { .string($0.url.absoluteString) }
    object["registration_access_token"] = management.map { .string($0.token.revealText()) }
    return JSONValue.object(object).serializedSecret
  }

  /// Reads a record.
  ///
  /// - Throws: `store_corrupt` for another content. A new registration in its place would leave the former one behind.
  init(record: Secret) throws(AuthError) {
    let corrupt = AuthError(
      .storeCorrupt, "The record of the client's registration cannot be read. Restore it from a backup, or remove it.")
    do {
      let json = try JSONValue(parsing: record)
      guard json["v"]?.integerValue == 1, let issuer = json["issuer"]?.stringValue,
        let time = json["registered_at"]?.numberValue
      else { throw corrupt }
      try self.init(json, issuer: issuer, at: Date(timeIntervalSince1970: time))
    } catch {
      throw corrupt
    }
  }
}
