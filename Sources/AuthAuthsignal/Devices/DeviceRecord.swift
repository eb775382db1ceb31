package import AuthCore

/// The record of a credential on this device. It refers to the key; the private key stays in the key store.
package struct DeviceRecord: Sendable, Equatable {
  package let key: KeyReference
  /// The vendor's ID of the credential; nil until the credential has been added.
  var credentialID: String?
  /// The id of the user to whom the credential was added; nil for a record of an earlier version, and before the
  /// addition.
  var owner: String?

  package init(key: KeyReference, credentialID: String? = nil, owner: String? = nil) {
    self.key = key
    self.credentialID = credentialID
    self.owner = owner
  }

  /// Distinguishes the credential from a later one, also from one with the same key.
  var mark: String { Hex.encode(key.publicKey) + "/" + (credentialID ?? "") }

  /// The stored form.
  var sealed: Secret {
    var object: JSONObject = ["v": 1, "key": key.json]
    object["credential"] = credentialID.map { .string($0) }
    object["owner"] = owner.map { .string($0) }
    return JSONValue.object(object).serializedSecret
  }

  /// Reads the record from `sealed`.
  ///
  /// - Throws: `store_corrupt` if it cannot be read.
  init(_ sealed: Secret) throws(AuthError) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: sealed) } catch { throw Self.unreadable }
    guard json["v"]?.integerValue == 1, let key = KeyReference(json: json["key"]), key.algorithm == .p256 else {
      throw Self.unreadable
    }
    self.key = key
    credentialID = json["credential"]?.stringValue
    owner = json["owner"]?.stringValue
  }

  private static let unreadable = AuthError(
    .storeCorrupt, "The record of a device credential cannot be read. Remove the device and add it again.")
}
