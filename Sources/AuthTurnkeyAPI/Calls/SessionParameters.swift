import AuthCore

/// The parameters of a new session (v1StampLoginIntent).
public struct SessionParameters: Sendable, Hashable {
  /// The session's lifetime, in seconds.
  public var expirationSeconds: Int
  /// Whether the new session ends the user's other sessions.
  public var invalidatesExisting: Bool
  /// The ID of the session profile; nil for none.
  public var profileID: String?

  /// Parameters of a new session. The default lifetime is fifteen minutes, as in the vendor's SDKs (T17).
  public init(expirationSeconds: Int = 900, invalidatesExisting: Bool = false, profileID: String? = nil) {
    self.expirationSeconds = expirationSeconds
    self.invalidatesExisting = invalidatesExisting
    self.profileID = profileID
  }

  /// The parameters in the vendor's form, with the new session's key.
  func json(publicKey: String) -> JSONObject {
    var object: JSONObject = [
      "publicKey": .string(publicKey), "expirationSeconds": .string(String(expirationSeconds)),
    ]
    if invalidatesExisting { object["invalidateExisting"] = true }
    object["sessionProfileId"] = profileID.map { .string($0) }
    return object
  }
}
