import AuthCore
import AuthTerminal
import AuthUI

/// Shows a flow's result.
struct FlowResultReport: Sendable {
  private let result: FlowResult
  private let provider: ProviderID
  private let handsOver: Bool

  /// - Parameter handsOver: whether to print a code or a proof, which the user requested with `--no-exchange`.
  init(_ result: FlowResult, provider: ProviderID, handsOver: Bool) {
    self.result = result
    self.provider = provider
    self.handsOver = handsOver
  }

  func show(_ invocation: Invocation) {
    let style = Style.output
    switch result {
    case .session(let session, let isNewUser):
      var json = SessionReport.json(session)
      json["ok"] = true
      json["result"] = "session"
      json["isNewUser"] = .bool(isNewUser)
      invocation.report(
        json,
        style.green("✓ ")
          + invocation.text(Phrase("session.signedIn", ["user": .text(session.identifier ?? session.subject)]))
          + style.dim("  \(session.providerID) · \(session.subject)")
          + (isNewUser ? style.dim(" · " + invocation.text(Phrase("result.newUser"))) : ""))
    case .authorizationCode(let code) where handsOver:
      var json: JSONObject = ["authCode": .string(code.code.revealText())]
      json["codeVerifier"] = code.verifier.map { .string($0.revealText()) }
      Output.json(.object(json))
    case .proof(let proof) where handsOver:
      Output.json(.object(["proofToken": .string(proof.token.revealText())]))
    case .authorizationCode, .proof:
      invocation.report(
        ["ok": true, "provider": .string(provider.rawValue), "result": .string(result.name)],
        style.green("✓ ") + invocation.text(Phrase("result.handOver", ["result": .text(result.name)])))
    case .credential(let credential):
      invocation.report(
        [
          "ok": true, "provider": .string(provider.rawValue), "result": "credential", "id": .string(credential.id),
          "method": .string(credential.method.rawValue),
        ],
        style.green("✓ ")
          + invocation.text(
            Phrase("result.credential", ["method": .phrase(.method(credential.method, label: nil))])))
    }
  }
}
