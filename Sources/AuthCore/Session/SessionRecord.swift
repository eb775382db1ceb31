#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoded form of a session, as a store keeps it. Only this code encodes a session's secrets. The encoded form
/// contains them in plain text, so a store must encrypt this form before writing the record.
public enum SessionRecord {
  /// The version of the format. A record of a later version cannot be decoded.
  public static let version: Int64 = 1

  /// Encodes the session, including its secrets.
  public static func encode(_ session: Session) -> Secret { encode(session, fence: nil) }

  /// Encodes a renewed session together with the fence of the claim under which it was renewed.
  static func encode(_ session: Session, fence: UInt64?) -> Secret {
    // The names are distinct, so no member has to be looked up before it is added.
    var members: [JSONObject.Member] = []
    members.reserveCapacity(20)
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(JSONObject.Member(name: name, value: value)) }
    }
    add("v", .integer(version))
    add("id", .string(session.id.rawValue))
    add("provider", .string(session.providerID.rawValue))
    add("tenant", .string(session.tenant))
    add("subject", .string(session.subject))
    add("created", .number(session.createdAt.timeIntervalSince1970))
    add("generation", .string(String(session.generation)))
    add("claims", .object(session.claims))
    add("tags", .object(JSONObject(session.tags.map { ($0.key, .string($0.value)) })))
    if !session.adapterValues.isEmpty {
      add("adapter", .object(JSONObject(session.adapterValues.map { ($0.key, .string($0.value)) })))
    }
    add("identifier", session.identifier.map(JSONValue.string))
    add("name", session.displayName.map(JSONValue.string))
    add("expires", session.expiresAt.map { .number($0.timeIntervalSince1970) })
    add("lag", session.clockLag == 0 ? nil : .number(session.clockLag))
    add("fence", fence.map { .string(String($0)) })
    add("key", session.key?.json)
    add("access", session.tokens.access.map(text))
    add("refresh", session.tokens.refresh.map(text))
    add("identity", session.tokens.identity.map(text))
    let other = session.tokens.other.map { ($0.key, text($0.value)) }
    add("other", other.isEmpty ? nil : .object(JSONObject(other)))
    return JSONValue.object(JSONObject(distinct: members)).serializedSecret
  }

  /// Decodes the session in `record`.
  ///
  /// - Throws: `store_version` for a later version; `store_corrupt` when the data is not a session. The data is not
  ///   changed.
  public static func decode(_ record: Secret) throws(AuthError) -> Session { try decodeFenced(record).session }

  /// Decodes the session in `record`, and the fence that was encoded with it.
  ///
  /// - Throws: the errors of `decode`.
  static func decodeFenced(_ record: Secret) throws(AuthError) -> (session: Session, fence: UInt64?) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: record)
    } catch {
      throw AuthError(
        .storeCorrupt,
        "A stored session cannot be parsed: \(error). The record was not changed. Restore it from a backup, or remove "
          + "it.")
    }
    guard let stored = value["v"]?.integerValue, stored > 0 else { throw corrupt("v") }
    guard stored <= version else {
      throw AuthError(
        .storeVersion,
        "A stored session has version \(stored); this build reads versions up to \(version). "
          + "Update this program."
      )
    }
    let fields = Fields(value: value)
    guard let generation = UInt64(try fields.required("generation", \.stringValue)) else { throw corrupt("generation") }
    var key: KeyReference?
    if let reference = value["key"] {
      key = KeyReference(json: reference)
      if key == nil { throw corrupt("key") }
    }
    var session = Session(
      id: SessionID(try fields.required("id", \.stringValue)),
      providerID: ProviderID(try fields.required("provider", \.stringValue)),
      tenant: try fields.required("tenant", \.stringValue), subject: try fields.required("subject", \.stringValue),
      identifier: try fields.optional("identifier", \.stringValue),
      displayName: try fields.optional("name", \.stringValue),
      tokens: SessionTokens(
        access: try fields.optional("access", secret), refresh: try fields.optional("refresh", secret),
        identity: try fields.optional("identity", secret), other: try fields.members("other", secret)),
      key: key, createdAt: Date(timeIntervalSince1970: try fields.required("created", \.numberValue)),
      expiresAt: try fields.optional("expires", \.numberValue).map { Date(timeIntervalSince1970: $0) },
      claims: try fields.optional("claims", \.objectValue) ?? [:], tags: try fields.members("tags", \.stringValue),
      generation: generation)
    session.adapterValues = try fields.members("adapter", \.stringValue)
    if let lag = try fields.optional("lag", \.numberValue) { session.clockLag = lag }
    return (session, try fields.optional("fence", \.stringValue).flatMap { UInt64($0) })
  }

  /// Reads fields by name. A field with an unexpected type is an error, even if the field is optional.
  private struct Fields {
    let value: JSONValue

    func required<Field>(_ name: String, _ read: (JSONValue) -> Field?) throws(AuthError) -> Field {
      guard let field = try optional(name, read) else { throw corrupt(name) }
      return field
    }

    func optional<Field>(_ name: String, _ read: (JSONValue) -> Field?) throws(AuthError) -> Field? {
      guard let member = value[name] else { return nil }
      guard let field = read(member) else { throw corrupt(name) }
      return field
    }

    func members<Field>(_ name: String, _ read: (JSONValue) -> Field?) throws(AuthError) -> [String: Field] {
      var fields: [String: Field] = [:]
      for member in try optional(name, \.objectValue)?.members ?? [] {
        guard let field = read(member.value) else { throw corrupt(name) }
        fields[member.name] = field
      }
      return fields
    }
  }

  private static func corrupt(_ field: String) -> AuthError {
    AuthError(
      .storeCorrupt,
      "A stored session has no valid field '\(field)'. The record was not changed. Restore it from a backup, or "
        + "remove it.")
  }

  /// A secret as a JSON string. Bytes that are not UTF-8 become an object with their base64 form, so that no byte is
  /// lost.
  private static func text(_ secret: Secret) -> JSONValue {
    let bytes = secret.revealBytes()
    if let text = String(strictUTF8: bytes) { return .string(text) }
    return ["base64": .string(Base64.encode(bytes))]
  }

  private static func secret(_ value: JSONValue) -> Secret? {
    if let text = value.stringValue { return Secret(text) }
    return (value["base64"]?.stringValue).flatMap { Base64.decode($0) }.map { Secret($0) }
  }
}
