import AuthCore
import AuthCrypto
package import AuthSandboxKit

extension HawcxVendor {
  /// A sign-in by hand with a code by e-mail: the flow, and then the app's backend, which exchanges the flow's code.
  package func signInStep(_ progress: SandboxSignInProgress, world: SandboxWorld) -> SandboxSignInStep? {
    guard let address = progress.inputs["address"] else { return .addressForm }
    let verifier = Base64URL.encode(progress.seed)
    guard let started = progress["start"] else {
      let challenge = Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
      return send(
        "start",
        [
          "type": "start", "flowType": "signin", "identifier": .string(address), "codeChallenge": .string(challenge),
        ], session: nil)
    }
    let session = started["session"]?.stringValue
    var last = started
    if started["step"]?["type"] == "select_method" {
      guard let selected = progress["select"] else {
        return send("select", ["type": "select_method", "methodId": "email_otp"], session: session)
      }
      last = selected
    }
    if last["step"]?["type"] == "enter_code" {
      guard let code = progress.inputs["code"] else { return .codeForm(sentTo: address) }
      guard let submitted = progress["submit"] else {
        return send("submit", ["type": "submit_code", "code": .string(code)], session: session)
      }
      last = submitted
    }
    if let failure = last["step"], failure["type"] == "error" {
      return .retry(failure["message"]?.stringValue ?? "The server refused the request.")
    }
    guard let code = last["step"]?["authCode"]?.stringValue else {
      let type = last["step"]?["type"]?.stringValue ?? "unknown"
      return .failed(
        "The flow continues with the step \(type), which this page does not support. Reset the policy, or use an app.")
    }
    return finish(code, verifier: verifier, address, progress)
  }

  private func finish(
    _ code: String, verifier: String, _ address: String, _ progress: SandboxSignInProgress
  ) -> SandboxSignInStep {
    guard let session = progress["token"] else {
      return .send(
        name: "token",
        SandboxRequest(
          "POST", "/backend/hawcx/exchange",
          json: ["authCode": .string(code), "codeVerifier": .string(verifier), "identifier": .string(address)]))
    }
    return .backendUser(session["token"], progress, address: address)
  }

  private func send(_ name: String, _ action: JSONValue, session: String?) -> SandboxSignInStep {
    .send(
      name: name,
      SandboxRequest(
        "POST", "/hawcx/v1/auth",
        json: ["protocolVersion": 2, "session": session.map { .string($0) } ?? .null, "action": action],
        headers: ["X-Config-Id": project.configID]))
  }
}
