/// The user's data for a sign-up, and parameters for one vendor.
public struct FlowProfile: Sendable {
  /// The user's display name.
  public var displayName: String?
  /// The name of the account at the vendor.
  public var userName: String?
  /// The name of a new passkey.
  public var passkeyLabel: String?
  /// Parameters of one vendor, by the vendor's names. The vendor's target has typed members for them, such as
  /// `turnkeySessionName`; an adapter adds its own.
  public var parameters: JSONObject

  /// Creates a profile; empty by default.
  public init(
    displayName: String? = nil, userName: String? = nil, passkeyLabel: String? = nil, parameters: JSONObject = [:]
  ) {
    self.displayName = displayName
    self.userName = userName
    self.passkeyLabel = passkeyLabel
    self.parameters = parameters
  }
}

extension FlowProfile: Redacting {
  /// The names of the parameters, without the user's names.
  public var shownParts: KeyValuePairs<String, String> {
    ["parameters": parameters.names.joined(separator: " ")]
  }
}
