import AuthCore
import AuthSandbox
import Testing

/// The control routes below `/sandbox`, as an external test uses them.
@Suite struct ControlTests {
  @Test func descriptorNamesEveryVendorAndItsNotice() throws {
    let sandbox = try Sandbox(baseURL: "http://127.0.0.1:8080")
    let descriptor = sandbox.descriptor
    #expect(descriptor["baseURL"] == "http://127.0.0.1:8080")
    #expect(descriptor["notice"] == "nothing here is secret")
    #expect(descriptor["outbox"] == "http://127.0.0.1:8080/sandbox/outbox")
    #expect(descriptor["backend"]?["baseURL"] == "http://127.0.0.1:8080/backend")
    for vendor in ["turnkey", "privy", "hawcx", "authsignal", "oidc"] {
      #expect(descriptor[vendor]?.objectValue != nil)
    }
    #expect(sandbox.handle(SandboxRequest("GET", "/sandbox/descriptor")).json == descriptor)
  }

  @Test func configurationNamesTurnkeyOriginsAndBackend() throws {
    let sandbox = try Sandbox(baseURL: "http://127.0.0.1:8080")
    let configuration = sandbox.configuration
    #expect(configuration["provider"] == "turnkey")
    #expect(configuration["providers"]?.objectValue?.names == ["turnkey", "privy", "hawcx", "authsignal", "oidc"])
    for member in configuration["providers"]?.objectValue?.members ?? [] {
      #expect(member.value["origins"] == ["http://127.0.0.1:8080"])
      let backend: JSONValue? = member.name == "oidc" ? nil : "http://127.0.0.1:8080/backend"
      #expect(member.value["backend"]?["baseURL"] == backend)
      #expect(member.value["tokenProvider"] == nil)
    }
  }

  @Test func clockMoves() throws {
    let sandbox = try Sandbox(clock: FixedClock())
    let before = sandbox.handle(SandboxRequest("GET", "/sandbox/clock")).json
    #expect(before["now"] == "2026-01-02T03:04:05.000Z")
    let after = sandbox.post("/sandbox/clock", ["advanceSeconds": 3600]).json
    #expect(after["now"] == "2026-01-02T04:04:05.000Z")
    #expect(sandbox.post("/sandbox/clock", ["advanceSeconds": 5]).json["advancedSeconds"] == 3605)
    #expect(sandbox.post("/sandbox/clock", [:]).status == 400)
    #expect(sandbox.post("/sandbox/reset", [:]).status == 200)
    #expect(sandbox.handle(SandboxRequest("GET", "/sandbox/clock")).json == before)
  }

  @Test func refusalsOfControlRoutes() throws {
    let sandbox = try Sandbox()
    let cases: [(String, JSONValue, Int)] = [
      ("/sandbox/faults", ["match": "/x"], 400),
      ("/sandbox/faults", ["match": "/x", "kind": "explode"], 400),
      ("/sandbox/faults", ["match": "/x", "kind": "drop", "times": -1], 400),
      ("/sandbox/faults", ["match": "/x", "kind": "status", "value": 99], 400),
      ("/sandbox/faults", ["match": "/x", "kind": "delay", "value": "long"], 400),
      ("/sandbox/faults", ["match": "/x", "kind": "drop"], 200),
      ("/sandbox/approve", ["decision": "approve"], 400),
      ("/sandbox/approve", ["challengeId": "x", "session": "y", "decision": "approve"], 400),
      ("/sandbox/approve", ["challengeId": "x", "decision": "perhaps"], 400),
      ("/sandbox/approve", ["challengeId": "x", "decision": "deny"], 404),
      ("/sandbox/revoke", ["provider": "nobody", "subject": "x"], 400),
      ("/sandbox/revoke", ["provider": "turnkey"], 400),
      ("/sandbox/revoke", ["provider": "turnkey", "subject": "x"], 200),
      ("/sandbox/policy", ["createUsers": false], 400),
      ("/sandbox/policy", ["provider": "turnkey", "createUsers": false], 200),
      ("/sandbox/nothing", [:], 404),
      ("/sandbox/clock", [1], 400),
    ]
    for (path, body, status) in cases {
      #expect(sandbox.post(path, body).status == status, "\(path) \(body.serializedText)")
    }
    #expect(sandbox.handle(SandboxRequest("GET", "/sandbox/nothing")).status == 404)
    #expect(sandbox.handle(SandboxRequest("PUT", "/sandbox/clock")).status == 405)
    #expect(sandbox.handle(SandboxRequest("GET", "/nowhere")).status == 404)
    #expect(sandbox.handle(SandboxRequest("GET", "/%zz")).status == 400)
    #expect(sandbox.handle(SandboxRequest("GET", "/sandbox/requests?after=x")).status == 400)
  }

  /// A refusal is shown by a developer's terminal, as the answer to `curl`.
  @Test func refusalsEscapeWhatTheyRepeat() throws {
    let sandbox = try Sandbox()
    for path in ["/hawcx/%C2%9B2J%E2%80%AEx", "/turnkey/%C2%9B2J", "/privy/%E2%80%AEx", "/authsignal/%1B%5B2J"] {
      for method in ["GET", "POST", "D\u{9B}J"] {
        let body = String(decoding: sandbox.handle(SandboxRequest(method, path)).body, as: UTF8.self)
        #expect(!body.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" || $0 == "\u{1B}" }, "\(path)")
      }
    }
    let long = sandbox.handle(SandboxRequest("GET", "/hawcx/" + String(repeating: "a", count: 20_000)))
    #expect(long.body.count < 3000 && long.status == 501)
    #expect(SandboxResponse.refusal(400, "x", "a\u{9B}b").json["message"] == "a\\u{9B}b")
  }

  /// The message of each refusal has a verb for what to do.
  @Test func refusalsSayWhatToDo() throws {
    let sandbox = try Sandbox()
    let requests: [SandboxRequest] = [
      SandboxRequest("GET", "/sandbox/requests?after=x"), SandboxRequest("PUT", "/sandbox/clock"),
      SandboxRequest("GET", "/%zz"), SandboxRequest("POST", "/sandbox/clock", json: [1]),
      SandboxRequest("POST", "/sandbox/clock", json: [:]), SandboxRequest("POST", "/sandbox/recording", json: [:]),
      SandboxRequest("POST", "/sandbox/approve", json: ["challengeId": "x", "decision": "perhaps"]),
      SandboxRequest("POST", "/sandbox/approve", json: [:]), SandboxRequest("POST", "/sandbox/revoke", json: [:]),
      SandboxRequest("POST", "/sandbox/revoke", json: ["provider": "hawcx"]),
      SandboxRequest("POST", "/sandbox/policy", json: [:]),
      SandboxRequest("POST", "/sandbox/policy", json: ["provider": "hawcx", "x": 1e300]),
      SandboxRequest("POST", "/sandbox/faults", json: [:]),
      SandboxRequest("POST", "/sandbox/associations", json: ["appleApps": 1]),
      SandboxRequest("POST", "/sandbox/passkey/register/begin", json: []),
      SandboxRequest("POST", "/sandbox/passkey/register/begin", json: [:]),
      SandboxRequest("POST", "/sandbox/idp/token", json: [:]),
      SandboxRequest("POST", "/backend/track", json: [:]),
      SandboxRequest("POST", "/backend/track", json: ["identifier": "x"]),
      SandboxRequest("POST", "/backend/authsignal/exchange", json: [:]),
      SandboxRequest("POST", "/backend/authsignal/number-match", json: [:]),
      SandboxRequest("POST", "/backend/hawcx/exchange", json: [:]),
      SandboxRequest("POST", "/backend/hawcx/step-up", json: [:]),
      SandboxRequest("POST", "/backend/hawcx/step-up/finish", json: [:]),
    ]
    for request in requests {
      let response = sandbox.handle(request)
      let message = response.json["message"]?.stringValue ?? ""
      #expect(response.status >= 400, "\(request.method) \(request.rawPath)")
      let hasRemedy = ["Send ", "Encode ", "Call ", "Check ", "Get "].contains { message.contains($0) }
      #expect(hasRemedy, "\(request.method) \(request.rawPath): \(message)")
    }
  }

  @Test func policyKeepsOtherMembers() throws {
    let sandbox = try Sandbox()
    _ = sandbox.post("/sandbox/policy", ["provider": "privy", "createUsers": false])
    let both = sandbox.post("/sandbox/policy", ["provider": "privy", "accessTokenSeconds": 5])
    #expect(both.json["policy"] == ["createUsers": false, "accessTokenSeconds": 5])
    let one = sandbox.post("/sandbox/policy", ["provider": "privy", "createUsers": nil])
    #expect(one.json["policy"] == ["accessTokenSeconds": 5])
  }

  @Test func jsonAnswersCarryTheBareContentType() throws {
    let sandbox = try Sandbox()
    for path in ["/sandbox/outbox", "/sandbox/requests", "/sandbox/clock", "/nowhere", "/backend/me"] {
      #expect(sandbox.handle(SandboxRequest("GET", path)).headers["Content-Type"] == "application/json", "\(path)")
    }
    #expect(sandbox.handle(SandboxRequest("GET", "/")).headers["Content-Type"] == "text/html; charset=utf-8")
  }

  @Test func keyringRestoresTheSameSandbox() throws {
    let first = try Sandbox()
    let again = try Sandbox(keyring: SandboxKeyring(json: JSONValue(parsing: first.keyring.json.serialized)))
    #expect(again.descriptor == first.descriptor)
    #expect(throws: AuthError(.storeCorrupt, "")) { try SandboxKeyring(json: ["a": 1]) }
    #expect(throws: AuthError(.storeCorrupt, "")) { try SandboxKeyring(json: []) }
  }
}
