import AuthCore

/// The response that contains the options for an assertion (A80).
struct PasskeyRequestOptions: Sendable {
  let challengeID: String
  let request: PasskeyAssertionRequest

  init(_ json: JSONValue, options: PasskeyOptions) throws(AuthError) {
    challengeID = try json.requiredIdentifier("challengeId")
    let given = try json.requiredObject("options")
    request = PasskeyAssertionRequest(
      relyingPartyID: try given.requiredString("rpId"), challenge: try PasskeyCreationOptions.challenge(given),
      allowedCredentials: PasskeyCreationOptions.credentials(given["allowCredentials"]),
      userVerification: given["userVerification"]?.stringValue ?? "preferred", options: options)
  }
}
