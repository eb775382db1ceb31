import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import Testing

/// The sandbox's own relying party, with the requests of its page.
@Suite struct SandboxPasskeyTests {
  let authenticator = SoftwarePasskeyAuthenticator(
    keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(baseURL: "http://127.0.0.1:8080") }

  private func post(_ route: String, _ body: JSONValue = [:]) -> SandboxResponse {
    sandbox.post("/sandbox/passkey/" + route, body)
  }

  private func create(_ name: String = "jane@example.com") async throws -> PasskeyRegistration {
    let options = post("register/begin", ["name": .string(name)])
    return try await authenticator.create(try PasskeyCreationRequest(json: options.json))
  }

  private func use() async throws -> PasskeyAssertion {
    try await authenticator.get(try PasskeyAssertionRequest(json: post("authenticate/begin").json))
  }

  @Test func createsAndUsesAPasskey() async throws {
    let made = try await create()
    #expect(made.extensionResults.isDiscoverable == true)
    let registered = post("register/finish", try made.json)
    #expect(registered.status == 200 && registered.json["name"] == "jane@example.com")
    #expect(registered.json["credentialId"] == .string(Base64URL.encode(made.credentialID)))
    for count in 1...3 {
      let used = post("authenticate/finish", try await use().json)
      #expect(used.status == 200 && used.json["name"] == "jane@example.com")
      #expect(used.json["signCount"] == .integer(Int64(count)))
    }
    // The device already has a passkey of this account. It may make a passkey for another account.
    await #expect(throws: AuthError(.credentialExcluded, "")) { try await create() }
    #expect(post("register/finish", try await create("joe@example.com").json).status == 200)
  }

  @Test func refusesFaultsByName() async throws {
    let made = try await create()
    #expect(post("authenticate/finish", try made.json).json["error"] == "malformed_response")
    #expect(post("register/finish", try made.json).status == 200)
    #expect(post("register/finish", try made.json).json["error"] == "flow_expired")
    var forged = try await use()
    forged.signature[forged.signature.count - 1] ^= 1
    #expect(post("authenticate/finish", forged.json).json["error"] == "passkey_signature")
    forged = try await use()
    forged.userHandle = [1]
    #expect(post("authenticate/finish", forged.json).json["error"] == "passkey_user_handle")
    forged = try await use()
    forged.userHandle = nil
    #expect(post("authenticate/finish", forged.json).json["error"] == "passkey_user_handle")
    forged = try await use()
    forged.credentialID = [1]
    #expect(post("authenticate/finish", forged.json).json["error"] == "no_credential")
    #expect(post("authenticate/finish", try await use().json).status == 200)
    #expect(post("register/begin").status == 400)
    #expect(post("register/begin", []).status == 400)
    #expect(post("elsewhere").status == 404)
    #expect(sandbox.handle(SandboxRequest("GET", "/sandbox/passkey/register/begin")).status == 404)
  }

  /// The script shows the name as text, so the server must not return one that changes the text around it.
  @Test func refusesNamesThatAPageCannotShow() {
    for name in ["a\u{202E}b", "a\u{9B}2J", "a\nb", String(repeating: "a", count: 257)] {
      let answer = post("register/begin", ["name": .string(name)])
      let message = answer.json["message"]?.stringValue ?? ""
      #expect(answer.status == 400 && message.hasPrefix("name must be"), "\(name.count)")
    }
    for name in ["می\u{200C}خواهم", "Jane Doe 👩🏽", String(repeating: "a", count: 256)] {
      #expect(post("register/begin", ["name": .string(name)]).status == 200)
    }
  }

  @Test func expiryAndResetEndCeremonies() async throws {
    #expect(post("register/finish", try await create().json).status == 200)
    let late = try await use()
    #expect(sandbox.post("/sandbox/clock", ["advanceSeconds": 301]).status == 200)
    #expect(post("authenticate/finish", late.json).json["error"] == "flow_expired")
    #expect(sandbox.post("/sandbox/reset", [:]).status == 200)
    #expect(post("authenticate/finish", try await use().json).json["error"] == "no_credential")
  }
}
