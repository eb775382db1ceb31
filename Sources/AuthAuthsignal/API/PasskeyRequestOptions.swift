import AuthCore

/// The response that contains the options for an assertion (A80, A111).
struct PasskeyRequestOptions: Sendable {
  /// The ID to end the ceremony with; nil for a security key.
  let challengeID: String?
  let request: PasskeyAssertionRequest

  init(_ json: JSONValue, of method: WebAuthnMethod, options: PasskeyOptions) throws(AuthError) {
    let given: JSONValue
    (challengeID, given) = try method.options(in: json)
    request = PasskeyAssertionRequest(
      relyingPartyID: try given.requiredString("rpId"), challenge: try PasskeyCreationOptions.challenge(given),
      allowedCredentials: PasskeyCreationOptions.credentials(given["allowCredentials"]),
      userVerification: given["userVerification"]?.stringValue ?? "preferred", options: options)
  }
}
