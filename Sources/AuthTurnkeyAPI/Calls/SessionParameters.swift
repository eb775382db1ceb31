import AuthCore

/// How a session is opened (v1StampLoginIntent).
public struct SessionParameters: Sendable, Hashable {
  /// How long it lasts.
  public var expirationSeconds: Int
  /// Whether it ends the user's other sessions.
  public var invalidatesExisting: Bool
  /// The session profile that it is opened with.
  public var profileID: String?

  /// Parameters; a quarter of an hour by default, as in the vendor's SDKs.
  public init(expirationSeconds: Int = 900, invalidatesExisting: Bool = false, profileID: String? = nil) {
    self.expirationSeconds = expirationSeconds
    self.invalidatesExisting = invalidatesExisting
    self.profileID = profileID
  }

  /// With the key to come.
  func json(publicKey: String) -> JSONObject {
    var object: JSONObject = [
      "publicKey": .string(publicKey), "expirationSeconds": .string(String(expirationSeconds)),
    ]
    if invalidatesExisting { object["invalidateExisting"] = true }
    object["sessionProfileId"] = profileID.map { .string($0) }
    return object
  }
}
