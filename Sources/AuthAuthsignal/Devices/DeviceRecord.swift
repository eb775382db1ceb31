package import AuthCore

/// The record of a credential on this device. It refers to the key; the private key stays in the key store.
package struct DeviceRecord: Sendable, Equatable {
  package let key: KeyReference
  /// The vendor's ID of the credential; nil until the credential has been added.
  var credentialID: String?

  package init(key: KeyReference, credentialID: String? = nil) {
    self.key = key
    self.credentialID = credentialID
  }

  /// The stored form.
  var sealed: Secret {
    var object: JSONObject = ["v": 1, "key": key.json]
    object["credential"] = credentialID.map { .string($0) }
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
  }

  private static let unreadable = AuthError(
    .storeCorrupt, "The record of a device credential cannot be read. Remove the device and add it again.")
}
