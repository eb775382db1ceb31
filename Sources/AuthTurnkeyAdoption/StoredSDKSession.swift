import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A session as the vendor's Swift SDK stores it: `{"decoded", "jwt"}` since version 3, and without the token in
/// version 2.
struct StoredSDKSession: Sendable {
  /// The app's name for the session.
  let name: String
  /// The session's JWT; nil in a record of version 2.
  let token: Secret?
  /// The session's key, a compressed point.
  let publicKey: [UInt8]
  /// The organisation of the session's user.
  let organizationID: String
  /// When the session expires.
  let expiresAt: Date
  /// The lifetime of its renewals in seconds; nil if the SDK does not renew it.
  var refreshSeconds: Int?

  /// Reads a record; nil if it is not a session's, because an app may store other values under a session's name.
  init?(name: String, record: [UInt8]) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: record) } catch { return nil }
    let decoded = json["decoded"] ?? json
    guard let publicKey = decoded["public_key"]?.stringValue.flatMap({ Hex.decode($0) }), publicKey.count == 33,
      let organizationID = decoded["organization_id"]?.stringValue, !organizationID.isEmpty,
      let expiry = decoded["exp"]?.numberValue, (0...Self.latestExpiry).contains(expiry)
    else { return nil }
    self.name = name
    token = json["jwt"]?.stringValue.map { Secret($0) }
    self.publicKey = publicKey
    self.organizationID = organizationID
    expiresAt = Date(timeIntervalSince1970: expiry)
  }

  /// The end of the year 9999, in seconds since 1970.
  private static let latestExpiry = 253_402_300_799.0
}
