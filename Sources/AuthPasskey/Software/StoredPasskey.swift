import AuthCore

/// The record of a software passkey. The private key is in the key store.
struct StoredPasskey: Sendable, Equatable {
  let credentialID: [UInt8]
  let relyingPartyID: String
  let userHandle: [UInt8]
  var userName: String
  var displayName: String
  let key: KeyReference
  /// The number of the passkey in the order of creation.
  let serial: Int64
  /// Whether the passkey is backup eligible. This property never changes.
  let isBackupEligible: Bool
  /// The secret of the pseudo-random function; nil in passkeys of earlier versions. The sealed record contains the
  /// secret, because key stores contain only signing keys.
  let functionSecret: Secret?
  /// The last used value of the signature counter.
  var signCount: UInt32
  /// Whether the server has reported that it does not accept the passkey. A hidden passkey is kept, but is not offered
  /// to the user.
  var isHidden = false

  private static let version: Int64 = 1

  /// Returns the key of the record in the record store.
  static func recordKey(_ credentialID: [UInt8]) -> String { Base64URL.encode(credentialID) }

  var account: PasskeyCeremony.Account {
    PasskeyCeremony.Account(userName: userName, displayName: displayName, credentialID: credentialID)
  }

  func encoded() -> Secret {
    var value: JSONObject = [
      "v": .integer(Self.version), "id": .string(Base64URL.encode(credentialID)), "rp": .string(relyingPartyID),
      "user": .string(Base64URL.encode(userHandle)), "name": .string(userName), "displayName": .string(displayName),
      "key": key.json, "serial": .integer(serial), "count": .integer(Int64(signCount)),
      "backupEligible": .bool(isBackupEligible),
    ]
    if isHidden { value["hidden"] = true }
    if let functionSecret { value["prf"] = .string(functionSecret.withBytes { Base64URL.encode($0) }) }
    return JSONValue.object(value).serializedSecret
  }

  /// Decodes a record.
  ///
  /// - Throws: `store_version` for a later version, `store_corrupt` for any other invalid content.
  static func decode(_ record: Secret) throws(AuthError) -> StoredPasskey {
    let corrupt = AuthError(
      .storeCorrupt, "A stored passkey cannot be read. The record was not changed. Restore it from a backup.")
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: record)
    } catch {
      throw corrupt
    }
    guard let stored = value["v"]?.integerValue, stored > 0 else { throw corrupt }
    guard stored <= version else {
      throw AuthError(
        .storeVersion,
        "A stored passkey has version \(stored); this build reads versions up to \(version). "
          + "Update this program."
      )
    }
    guard let id = value["id"]?.stringValue.flatMap({ Base64URL.decode($0) }), let party = value["rp"]?.stringValue,
      let user = value["user"]?.stringValue.flatMap({ Base64URL.decode($0) }), let name = value["name"]?.stringValue,
      let displayName = value["displayName"]?.stringValue, let key = KeyReference(json: value["key"]),
      let serial = value["serial"]?.integerValue,
      let count = value["count"]?.integerValue.flatMap(UInt32.init(exactly:))
    else { throw corrupt }
    let eligible = value["backupEligible"] ?? false
    guard let isBackupEligible = eligible.boolValue else { throw corrupt }
    let hidden = value["hidden"] ?? false
    guard let isHidden = hidden.boolValue else { throw corrupt }
    let function = value["prf"]?.stringValue.flatMap { Base64URL.decode($0) }
    guard (function == nil) == (value["prf"] == nil) else { throw corrupt }
    return StoredPasskey(
      credentialID: id, relyingPartyID: party, userHandle: user, userName: name, displayName: displayName, key: key,
      serial: serial, isBackupEligible: isBackupEligible, functionSecret: function.map { Secret($0) },
      signCount: count, isHidden: isHidden)
  }
}
