#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored form of a session: the one place where a session's secrets are written out, for a store to encrypt.
public enum SessionRecord {
  /// The version of the form; a store that finds a later one answers `store_version`.
  public static let version: Int64 = 1

  /// The session with its secrets.
  public static func encode(_ session: Session) -> Secret {
    var object: JSONObject = [
      "v": .integer(version), "id": .string(session.id.rawValue), "provider": .string(session.providerID.rawValue),
      "tenant": .string(session.tenant), "subject": .string(session.subject),
      "created": .number(session.createdAt.timeIntervalSince1970), "generation": .string(String(session.generation)),
      "claims": .object(session.claims), "tags": .object(JSONObject(session.tags.map { ($0.key, .string($0.value)) })),
    ]
    object["identifier"] = session.identifier.map(JSONValue.string)
    object["name"] = session.displayName.map(JSONValue.string)
    object["expires"] = session.expiresAt.map { .number($0.timeIntervalSince1970) }
    object["key"] = session.key?.json
    object["access"] = session.tokens.access.map(text)
    object["refresh"] = session.tokens.refresh.map(text)
    object["identity"] = session.tokens.identity.map(text)
    if !session.tokens.other.isEmpty {
      object["other"] = .object(JSONObject(session.tokens.other.map { ($0.key, text($0.value)) }))
    }
    return Secret(JSONValue.object(object).serialized)
  }

  /// The session behind `record`.
  ///
  /// - Throws: `store_version` for a later form, `store_corrupt` for anything that is none; the record stays.
  public static func decode(_ record: Secret) throws(AuthError) -> Session {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: record.revealBytes())
    } catch {
      throw AuthError(.storeCorrupt, "A stored session does not parse: \(error).")
    }
    guard let stored = value["v"]?.integerValue else { throw corrupt("v") }
    guard stored <= version else {
      throw AuthError(.storeVersion, "A stored session has version \(stored); this build reads up to \(version).")
    }
    func string(_ name: String) throws(AuthError) -> String {
      guard let text = value[name]?.stringValue else { throw corrupt(name) }
      return text
    }
    guard let created = value["created"]?.numberValue else { throw corrupt("created") }
    guard let generation = UInt64(try string("generation")) else { throw corrupt("generation") }
    return Session(
      id: SessionID(try string("id")), providerID: ProviderID(try string("provider")), tenant: try string("tenant"),
      subject: try string("subject"), identifier: value["identifier"]?.stringValue,
      displayName: value["name"]?.stringValue,
      tokens: SessionTokens(
        access: secret(value["access"]), refresh: secret(value["refresh"]), identity: secret(value["identity"]),
        other: members(value["other"]).compactMapValues(secret)),
      key: KeyReference(json: value["key"]), createdAt: Date(timeIntervalSince1970: created),
      expiresAt: value["expires"]?.numberValue.map { Date(timeIntervalSince1970: $0) },
      claims: value["claims"]?.objectValue ?? [:], tags: members(value["tags"]).compactMapValues(\.stringValue),
      generation: generation)
  }

  private static func corrupt(_ field: String) -> AuthError {
    AuthError(.storeCorrupt, "A stored session has no valid field '\(field)'.")
  }

  private static func text(_ secret: Secret) -> JSONValue { .string(secret.revealText()) }

  private static func secret(_ value: JSONValue?) -> Secret? { (value?.stringValue).map { Secret($0) } }

  private static func members(_ value: JSONValue?) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: (value?.objectValue?.members ?? []).map { ($0.name, $0.value) })
  }
}
