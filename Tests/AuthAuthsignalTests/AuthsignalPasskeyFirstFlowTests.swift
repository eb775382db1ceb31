import AuthCore
import Testing

@testable import AuthAuthsignal

/// A flow that begins with a passkey and falls back to codes, once, if this device has no passkey.
@Suite struct AuthsignalPasskeyFirstFlowTests {
  private let flow: AuthsignalPasskeyFirstFlow

  init() throws {
    var reader = ConfigurationReader(
      ["baseURL": "https://api.authsignal.com/v1", "tenantId": "t"], path: "$", sources: ConfigurationSources())
    let configuration = try AuthsignalConfiguration(reading: &reader)
    let request = FlowRequest(identifier: "jane@example.com", purpose: .signIn)
    flow = AuthsignalPasskeyFirstFlow(
      AuthsignalDeviceFlow(.assert(.passkey, isKnownUser: false), action: "sign-in", identifier: nil, token: nil),
      orElse: AuthsignalFlow(
        try AuthsignalGoal(request, configuration: configuration, methods: CodeMethod.allCases.map(\.id))))
  }

  private func name(_ step: FlowStep<AuthsignalEffect>) -> String {
    switch step {
    case .perform(.assert(.passkey, nil), .passkey): "assert"
    case .perform(.fetchToken(let identifier, nil), .tokenFetch): "fetch \(identifier ?? "-")"
    case .failed(let error): "failed \(error.code)"
    default: "other"
    }
  }

  @Test func missingPasskeyFallsBackToACodeOnce() {
    var flow = flow
    #expect(name(flow.begin()) == "assert")
    #expect(name(flow.received(.failure(AuthError(.noCredential, "")))) == "fetch jane@example.com")
    #expect(name(flow.received(.failure(AuthError(.noCredential, "")))) == "failed no_credential")
  }

  @Test(arguments: [AuthError.Code.cancelled, .network, .forbidden])
  func otherFailuresEndTheFlow(_ code: AuthError.Code) {
    var flow = flow
    _ = flow.begin()
    #expect(name(flow.received(.failure(AuthError(code, "")))) == "failed \(code)")
  }

  @Test func passkeyCompletesTheFlow() {
    var flow = flow
    _ = flow.begin()
    let step = flow.received(.success(.proved(ActionProof(token: Secret("proof"), action: "sign-in"))))
    guard case .completed(.proof(let proof)) = step else { Issue.record("\(name(step))"); return }
    #expect(proof.token == Secret("proof"))
  }
}
