/// The user's data for a sign-up or a new passkey, and parameters for one vendor.
public struct FlowProfile: Sendable {
  /// The user's display name; nil if the app provides none.
  public var displayName: String?
  /// The name of the account at the vendor; nil if the app provides none.
  public var userName: String?
  /// The name of a new passkey; nil if the app provides none.
  public var passkeyLabel: String?
  /// Parameters of one vendor, by name. The target of the vendor extends `FlowProfile` with a typed property for each
  /// parameter, such as `turnkeySessionName`. An adapter can do the same.
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
