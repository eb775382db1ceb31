import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthHawcx

/// The prompt for an identifier, which can also be a user name.
@Suite struct HawcxIdentifierPromptTests {
  private static let refused: JSONValue = [
    "type": "error", "code": "invalid_identifier", "action": "retry_input", "retryable": true, "message": "m",
  ]

  @Test func asksAgainByTheKindOfTheRefusedIdentifier() throws {
    for (identifier, prompt) in [
      ("jane@example.com", "enterEmail"), ("+14155550100", "enterPhone"), ("jane.doe", "input"), ("jane@", "input"),
    ] {
      var script = HawcxScript(identifier: identifier)
      _ = script.flow.begin()
      let step = try script.server(Self.refused, session: nil)
      #expect(step.prompt?.name == prompt, "\(identifier)")
      #expect(step.context?.lastError?.code == .invalidIdentifier)
    }
    var script = HawcxScript(identifier: "jane.doe")
    _ = script.flow.begin()
    guard case .input(let fields) = try script.server(Self.refused, session: nil).prompt else {
      throw Unexpected("no prompt for an identifier")
    }
    #expect(fields.map(\.name) == ["identifier"])
    #expect(script.flow.answered(.fields(["identifier": Secret("  ")])).context?.lastError?.code == .invalidIdentifier)
    guard case .start(let start) = script.flow.answered(.fields(["identifier": Secret(" joe.doe ")])).action else {
      throw Unexpected("nothing was started")
    }
    #expect(start.identifier == "joe.doe")
  }

  @Test func asksForAnyIdentifierIfConfigured() async throws {
    let bench = try HawcxBench { $0["identifierPrompt"] = "any" }
    let flow = bench.auth.signIn()
    var reader = FlowReader(flow)
    guard case .input(let fields) = try await reader.prompt().prompt else { throw Unexpected("no identifier") }
    try await flow.submit(fields: [try #require(fields.first?.name): "jane@example.com"])
    guard case .enterCode = try await reader.prompt().prompt else { throw Unexpected("no code") }
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    _ = try await reader.session()
  }

  @Test func acceptsAnyNameForAnAuthenticatorApp() {
    var script = HawcxScript(identifier: nil, method: .totp)
    #expect(script.flow.begin().prompt?.name == "input")
  }

  /// If the server requests an invite code after the identifier, the invite code has a separate prompt.
  @Test func inviteCodeIsNotAnIdentifier() throws {
    var script = HawcxScript(identifier: nil, method: .totp)
    _ = script.flow.begin()
    _ = script.flow.answered(.fields(["identifier": Secret("jane.doe")]))
    let step = try script.server([
      "type": "error", "code": "invite_required", "action": "retry_input", "retryable": true, "message": "m",
    ])
    guard case .input(let fields) = step.prompt else { throw Unexpected("no prompt") }
    #expect(fields.map(\.name) == ["invite_code"])
    guard case .start(let start) = script.flow.answered(.fields(["invite_code": Secret("12345678")])).action else {
      throw Unexpected("nothing was started")
    }
    #expect(start.identifier == "jane.doe" && start.inviteCode == "12345678")
  }
}
