import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import Testing

/// The association files of the sandbox's relying party.
@Suite struct AppAssociationTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(baseURL: "http://127.0.0.1:8080") }

  private func file(_ name: String) -> SandboxResponse {
    sandbox.handle(SandboxRequest("GET", "/.well-known/" + name))
  }

  @Test func servesTheFilesFromTheStart() {
    #expect(file("apple-app-site-association").json == ["webcredentials": ["apps": []]])
    #expect(file("apple-app-site-association").headers["Content-Type"] == "application/json")
    #expect(file("assetlinks.json").json == [])
    #expect(file("webauthn").json == ["origins": ["http://localhost:8080", "https://localhost"]])
    #expect(file("other").status == 404)
    #expect(sandbox.post("/.well-known/webauthn").status == 404)
  }

  @Test func filesNameTheApps() {
    let digest = (0..<32).map { Hex.encode([UInt8($0)]).uppercased() }.joined(separator: ":")
    let answer = sandbox.post(
      "/sandbox/associations",
      [
        "appleApps": ["ABCDE12345.com.example.app"],
        "androidApps": [["package": "com.example.app", "fingerprint": .string(digest)]],
        "relatedOrigins": ["https://example.com"],
      ])
    let android = "android:apk-key-hash:" + Base64URL.encode(Array(0..<32))
    #expect(
      answer.json == [
        "origins": ["http://localhost:8080", "https://localhost", "https://example.com", .string(android)]
      ])
    #expect(file("apple-app-site-association").json["webcredentials"]?["apps"] == ["ABCDE12345.com.example.app"])
    let statement = file("assetlinks.json").json.arrayValue?.first
    #expect(statement?["relation"]?.arrayValue?.contains("delegate_permission/common.get_login_creds") == true)
    #expect(statement?["target"]?["package_name"] == "com.example.app")
    #expect(statement?["target"]?["sha256_cert_fingerprints"] == [.string(digest)])
    #expect(file("webauthn").json["origins"]?.arrayValue?.last == "https://example.com")
    #expect(sandbox.post("/sandbox/reset").status == 200)
    #expect(file("assetlinks.json").json == [])
  }

  @Test func malformedAssociationsChangeNothing() {
    for body in [
      ["appleApps": "x"], ["appleApps": [1]], ["appleApps": ["no-dot"]], ["androidApps": [["package": "a"]]],
      ["androidApps": [["package": "a", "fingerprint": "AA:BB"]]], ["relatedOrigins": ["localhost"]],
      ["appleApps": ["A.b"], "relatedOrigins": 1],
    ] as [JSONValue] {
      #expect(sandbox.post("/sandbox/associations", body).status == 400, "\(body)")
    }
    #expect(file("apple-app-site-association").json == ["webcredentials": ["apps": []]])
  }

  /// The ceremonies of an Android app have an origin of their own.
  @Test func acceptsCeremoniesOfANamedApp() async throws {
    let fingerprint = [UInt8](repeating: 7, count: 32)
    let authenticator = SoftwarePasskeyAuthenticator(
      keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)
    func register() async throws -> SandboxResponse {
      let options = sandbox.post("/sandbox/passkey/register/begin", ["name": "jane"])
      var made = try await authenticator.create(try PasskeyCreationRequest(json: options.json))
      var client = try ClientData(parsing: made.clientDataJSON)
      client.origin = "android:apk-key-hash:" + Base64URL.encode(fingerprint)
      made.clientDataJSON = client.serialized
      return sandbox.post("/sandbox/passkey/register/finish", try made.json)
    }
    #expect(try await register().json["error"] == "passkey_origin")
    let app: JSONValue = ["package": "com.example.app", "fingerprint": .string(Hex.encode(fingerprint))]
    #expect(sandbox.post("/sandbox/associations", ["androidApps": [app]]).status == 200)
    #expect(try await register().status == 200)
  }
}
