import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoredAppSession {
  /// The record's content.
  var record: Secret {
    switch self {
    case .live(let session): RecordFields.encode(session.json)
    case .ended(let session): RecordFields.encode(session.json)
    }
  }

  /// Reads a record.
  ///
  /// - Throws: `store_corrupt` for another content; `store_version` if a later build wrote it.
  init(_ id: SessionID, _ record: Secret) throws(AuthError) {
    let fields = try RecordFields(record)
    self = fields["reason"] == nil ? .live(try LiveAppSession(id, fields)) : .ended(try EndedAppSession(fields))
  }
}

extension LiveAppSession {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "subject": .string(facts.subject), "provider": .string(facts.provider.rawValue),
      "user": .string(facts.providerSubject), "claims": .object(facts.claims),
      "authenticated": .time(facts.authenticatedAt), "issued": .time(facts.issuedAt), "ends": .time(facts.endsAt),
      "renewed": .time(facts.renewedAt), "renewable": .time(facts.renewableUntil),
      "family": .bytes(familyHash), "refresh": .bytes(refreshHash),
      "access": .array(access.map { ["hash": .bytes($0.hash), "expires": .time($0.expiresAt)] }),
      "handles": .array(handles.map { .string($0) }),
    ]
    object["sid"] = facts.providerSession.map { .string($0) }
    object["device"] = facts.device.map { .string($0) }
    object["jkt"] = facts.dpopKeyThumbprint.map { .string($0) }
    object["retry"] = retry.map {
      ["spent": .bytes($0.spentHash), "salt": .bytes($0.salt), "until": .time($0.until)]
    }
    return object
  }

  fileprivate init(_ id: SessionID, _ fields: RecordFields) throws(AuthError) {
    access = try fields.list("access").map { (item) throws(AuthError) in
      Access(hash: try item.bytes("hash"), expiresAt: try item.time("expires"))
    }
    guard let newest = access.first, let claims = fields["claims"]?.objectValue else { throw RecordFields.corrupt }
    facts = ActiveAppSession(
      id: id, subject: try fields.text("subject"), provider: ProviderID(try fields.text("provider")),
      providerSubject: try fields.text("user"), providerSession: try fields.optionalText("sid"), claims: claims,
      device: try fields.optionalText("device"), dpopKeyThumbprint: try fields.optionalText("jkt"),
      authenticatedAt: try fields.time("authenticated"), issuedAt: try fields.time("issued"),
      endsAt: try fields.time("ends"), renewedAt: try fields.time("renewed"), tokenExpiresAt: newest.expiresAt,
      renewableUntil: try fields.time("renewable"))
    familyHash = try fields.bytes("family")
    refreshHash = try fields.bytes("refresh")
    handles = try fields.texts("handles")
    if let value = fields["retry"] {
      let item = try RecordFields(value)
      retry = Retry(
        spentHash: try item.bytes("spent"), salt: try item.bytes("salt"), until: try item.time("until"))
    } else {
      retry = nil
    }
  }
}

extension EndedAppSession {
  fileprivate var json: JSONObject {
    [
      "reason": .string(reason.rawValue), "at": .time(at), "keep": .time(keepUntil),
      "handles": .array(handles.map { .string($0) }),
    ]
  }

  fileprivate init(_ fields: RecordFields) throws(AuthError) {
    guard let reason = AppSessionEndReason(rawValue: try fields.text("reason")) else { throw RecordFields.corrupt }
    self.reason = reason
    at = try fields.time("at")
    keepUntil = try fields.time("keep")
    handles = try fields.texts("handles")
  }
}
