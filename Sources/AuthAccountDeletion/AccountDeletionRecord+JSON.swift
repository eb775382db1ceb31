import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored form of a record.
extension AccountDeletionRecord {
  private static let version: Int64 = 1

  var sealed: Secret {
    var object: JSONObject = [
      "v": .integer(Self.version), "provider": .string(providerID.rawValue), "tenant": .string(tenant),
      "subject": .string(subject), "identifiers": .array(identifiers.map { .string($0) }),
      "sessions": .array(sessions.map(Self.json)), "revocation": .string(revocation.rawValue),
      "startedAt": .integer(Self.milliseconds(startedAt)),
    ]
    object["type"] = type.map { .string($0) }
    object["credentials"] = credentials.map { .array($0.map(Self.json)) }
    if !superseded.isEmpty { object["superseded"] = .array(superseded.map { .string($0) }) }
    if case .backend(let url) = place { object["backend"] = .string(url.absoluteString) }
    switch stage {
    case .planned: object["stage"] = "planned"
    case .sent(let isRepeated): object["stage"] = isRepeated ? "sentAgain" : "sent"
    case .deleted(let left):
      object["stage"] = "deleted"
      object["left"] = .array(left.map { .string($0.rawValue) })
    }
    return JSONValue.object(object).serializedSecret
  }

  /// Reads the record from `sealed`.
  ///
  /// - Throws: `store_version` for a record of a later version; `store_corrupt` for any other record that cannot be
  ///   read.
  init(_ sealed: Secret, id: String) throws(AuthError) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: sealed) } catch { throw Self.unreadable }
    guard let version = json["v"]?.integerValue else { throw Self.unreadable }
    guard version <= Self.version else {
      throw AuthError(
        .storeVersion, "A later version of this program began the deletion of an account. Update this program.")
    }
    guard let provider = json["provider"]?.stringValue, let tenant = json["tenant"]?.stringValue,
      let subject = json["subject"]?.stringValue, let startedAt = json["startedAt"]?.integerValue,
      let revocation = json["revocation"]?.stringValue.flatMap(Revocation.init(rawValue:)),
      let place = Self.place(json["backend"]), let stage = Self.stage(json),
      let identifiers = Self.list(json["identifiers"], { $0.stringValue }),
      let sessions = Self.list(json["sessions"], Self.session),
      let credentials = Self.list(json["credentials"] ?? [], Self.credential),
      let superseded = Self.list(json["superseded"] ?? [], { $0.stringValue })
    else { throw Self.unreadable }
    self.init(
      id: id, providerID: ProviderID(provider), tenant: tenant, subject: subject, place: place,
      startedAt: Self.date(startedAt))
    (self.identifiers, self.sessions, self.revocation, self.stage) = (identifiers, sessions, revocation, stage)
    type = json["type"]?.stringValue
    self.credentials = json["credentials"].map { _ in credentials }
    self.superseded = superseded
  }

  /// A time as it is stored: in whole milliseconds.
  static func stored(_ date: Date) -> Date { self.date(milliseconds(date)) }

  private static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded()) }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  private static func place(_ json: JSONValue?) -> AccountDeletion.Place? {
    guard let json else { return .vendor }
    return json.stringValue.flatMap { URL(string: $0) }.map { .backend($0) }
  }

  private static func stage(_ json: JSONValue) -> Stage? {
    switch json["stage"]?.stringValue {
    case "planned": return .planned
    case "sent": return .sent(isRepeated: false)
    case "sentAgain": return .sent(isRepeated: true)
    case "deleted":
      return list(json["left"], { $0.stringValue.flatMap(Step.init(rawValue:)) }).map { .deleted(left: $0) }
    default: return nil
    }
  }

  private static func json(_ session: KnownSession) -> JSONValue {
    var object: JSONObject = ["id": .string(session.id.rawValue)]
    object["key"] = session.key?.json
    return .object(object)
  }

  private static func session(_ json: JSONValue) -> KnownSession? {
    guard let id = json["id"]?.stringValue else { return nil }
    guard let key = json["key"] else { return KnownSession(id: SessionID(id), key: nil) }
    return KeyReference(json: key).map { KnownSession(id: SessionID(id), key: $0) }
  }

  private static func json(_ credential: KnownCredential) -> JSONValue {
    ["name": .string(credential.name), "mark": .string(credential.mark)]
  }

  private static func credential(_ json: JSONValue) -> KnownCredential? {
    guard let name = json["name"]?.stringValue, let mark = json["mark"]?.stringValue else { return nil }
    return KnownCredential(name: name, mark: mark)
  }

  /// The elements of an array; nil if the value is not an array or one of its elements cannot be read.
  private static func list<Element>(_ json: JSONValue?, _ read: (JSONValue) -> Element?) -> [Element]? {
    guard let values = json?.arrayValue else { return nil }
    let elements = values.compactMap(read)
    return elements.count == values.count ? elements : nil
  }

  private static let unreadable = AuthError(
    .storeCorrupt,
    "The record of a deletion cannot be read, so nothing is sent for it. Abandon it, and delete the account again.")
}
