import AuthCore

/// A one-time code that was sent outside a flow.
public struct TurnkeySentCode: Sendable, Hashable {
  /// The vendor's ID of the code (`otpId`).
  public let id: String
  /// The bundle with the key for encrypting the code (`otpEncryptionTargetBundle`); nil in the first version of the
  /// calls.
  public let targetBundle: String?

  /// Creates a sent code from the values in the vendor's response.
  public init(id: String, targetBundle: String? = nil) {
    self.id = id
    self.targetBundle = targetBundle
  }

  /// The values in the form of the vendor's response.
  var json: JSONValue {
    var object: JSONObject = ["otpId": .string(id)]
    object["otpEncryptionTargetBundle"] = targetBundle.map { .string($0) }
    return .object(object)
  }
}
