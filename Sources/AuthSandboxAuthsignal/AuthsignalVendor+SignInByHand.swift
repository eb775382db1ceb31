import AuthCore
package import AuthSandboxKit

extension AuthsignalVendor {
  /// A sign-in by hand with a code by e-mail: the app's backend tracks the action, the client completes it, and the
  /// backend exchanges the proof.
  package func signInStep(_ progress: SandboxSignInProgress, world: SandboxWorld) -> SandboxSignInStep? {
    guard let address = progress.inputs["address"] else { return .addressForm }
    guard let tracked = progress["track"] else {
      return .send(
        name: "track",
        SandboxRequest("POST", "/backend/track", json: ["identifier": .string(address), "action": "signIn"]))
    }
    let token = tracked["token"]?.stringValue ?? ""
    guard let enrolled = progress["authenticators"] else {
      return client("authenticators", "GET", "/user-authenticators", token: token)
    }
    guard progress["challenge"] != nil else {
      let isEnrolled = enrolled.arrayValue?.contains { $0["verificationMethod"] == "EMAIL_OTP" } ?? false
      return isEnrolled
        ? client("challenge", "POST", "/challenge/email-otp", [:], token: token)
        : client("challenge", "POST", "/user-authenticators/email-otp", ["email": .string(address)], token: token)
    }
    guard let code = progress.inputs["code"] else { return .codeForm(sentTo: address) }
    guard let verified = progress["verify"] else {
      return client("verify", "POST", "/verify/email-otp", ["verificationCode": .string(code)], token: token)
    }
    guard let proof = verified["accessToken"]?.stringValue else {
      return .retry("The code was refused: \(verified["failureReason"]?.stringValue ?? "no reason was given").")
    }
    guard let session = progress["exchange"] else {
      return .send(
        name: "exchange", SandboxRequest("POST", "/backend/authsignal/exchange", json: ["token": .string(proof)]))
    }
    return .backendUser(session["token"], progress, address: address)
  }

  private func client(
    _ name: String, _ method: String, _ path: String, _ body: JSONValue? = nil, token: String
  ) -> SandboxSignInStep {
    let headers: HTTPHeaders = ["Authorization": "Bearer " + token]
    let target = "/authsignal/v1/client" + path
    return .send(
      name: name,
      body.map { SandboxRequest(method, target, json: $0, headers: headers) }
        ?? SandboxRequest(method, target, headers: headers))
  }
}
