public import AuthCore

extension FlowProfile {
  /// The app's name for the session, which is stored as the session's tag `sessionKey`: the parameter `sessionKey`.
  public var turnkeySessionName: String? {
    get { parameters["sessionKey"]?.stringValue }
    set { parameters["sessionKey"] = newValue.map { .string($0) } }
  }

  /// Whether the sign-in ends the user's other sessions; nil leaves it to the configuration (`invalidateExisting`).
  public var turnkeyInvalidatesExisting: Bool? {
    get { parameters["invalidateExisting"]?.boolValue }
    set { parameters["invalidateExisting"] = newValue.map { .bool($0) } }
  }

  /// The lifetime of the new session in seconds, from 60 to 2,592,000: the parameter `expirationSeconds`; nil leaves it
  /// to the vendor's dashboard or the configuration (`sessionExpirationSeconds`). Only a flow with the method `passkey`
  /// takes it, because the auth proxy determines the lifetime of all other sessions.
  public var turnkeyExpirationSeconds: Int? {
    get { parameters["expirationSeconds"]?.integerValue.map { Int($0) } }
    set { parameters["expirationSeconds"] = newValue.map { .integer(Int64($0)) } }
  }

  /// Whether signing in as an unknown user creates the user; nil leaves it to the configuration (`signUp`).
  public var turnkeySignsUp: Bool? {
    get { parameters["signUp"]?.boolValue }
    set { parameters["signUp"] = newValue.map { .bool($0) } }
  }

  /// The ID of the organisation that a passkey signs in to: the parameter `organizationId`. nil lets the flow look the
  /// contact up, or the server find the organisation by the passkey. A sign-up ignores the value.
  public var turnkeyOrganizationID: String? {
    get { parameters["organizationId"]?.stringValue }
    set { parameters["organizationId"] = newValue.map { .string($0) } }
  }

  /// The name of a new user's organisation: the parameter `organizationName`.
  public var turnkeyOrganizationName: String? {
    get { parameters["organizationName"]?.stringValue }
    set { parameters["organizationName"] = newValue.map { .string($0) } }
  }

  /// The tag of a new user: the parameter `userTag`.
  public var turnkeyUserTag: String? {
    get { parameters["userTag"]?.stringValue }
    set { parameters["userTag"] = newValue.map { .string($0) } }
  }

  /// The wallet of a new user in the vendor's form (`v1WalletParams`): the parameter `wallet`.
  public var turnkeyWallet: JSONObject? {
    get { parameters["wallet"]?.objectValue }
    set { parameters["wallet"] = newValue.map { .object($0) } }
  }

  /// A code that the app has sent already, for example through its backend. The flow prompts for this code instead of
  /// sending one. It sends a code if the user asks for another one, or if the request does not name the contact
  /// (`identifier`).
  public var turnkeySentCode: TurnkeySentCode? {
    get {
      parameters["otpId"]?.stringValue.map {
        TurnkeySentCode(id: $0, targetBundle: parameters["otpEncryptionTargetBundle"]?.stringValue)
      }
    }
    set {
      parameters["otpId"] = newValue.map { .string($0.id) }
      parameters["otpEncryptionTargetBundle"] = newValue?.targetBundle.map { .string($0) }
    }
  }

  /// Refuses a parameter of the wrong type. If it were ignored, the sign-in would differ from the app's request.
  ///
  /// - Throws: `invalid_request`; the message names the parameter.
  func checkTurnkeyParameters() throws(AuthError) {
    let texts = [
      "sessionKey", "organizationId", "organizationName", "userTag", "otpId", "otpEncryptionTargetBundle",
    ]
    for name in texts { try check(name, "a string", \.stringValue) }
    for name in ["invalidateExisting", "signUp"] { try check(name, "true or false", \.boolValue) }
    try check("wallet", "an object", \.objectValue)
    try check("expirationSeconds", "a whole number", \.integerValue)
  }

  private func check<Value>(
    _ name: String, _ type: String, _ value: (JSONValue) -> Value?
  ) throws(AuthError) {
    guard let parameter = parameters[name], value(parameter) == nil else { return }
    throw AuthError(.invalidRequest, "The flow's parameter '\(name)' must be \(type).")
  }
}
