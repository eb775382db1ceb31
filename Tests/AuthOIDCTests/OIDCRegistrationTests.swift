import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Clients that register themselves (RFC 7591), and registrations that the issuer forgets.
@Suite struct OIDCRegistrationTests {
  private func bench(_ change: JSONObject = [:]) throws -> Bench {
    var settings: JSONObject = [
      "clientId": .null, "registration": ["clientName": "Example"], "redirectURL": .string(Bench.redirect),
    ]
    for member in change.members { settings[member.name] = member.value }
    let bench = try Bench(settings)
    bench.issuer.announce("registration_endpoint", .string(TestIssuer.name + "/register"))
    return bench
  }

  private func answer(_ bench: Bench, _ id: String, _ change: JSONObject = [:]) {
    var answer: JSONObject = ["client_id": .string(id), "token_endpoint_auth_method": "none"]
    for member in change.members { answer[member.name] = member.value }
    bench.issuer.answer("/register", answer, status: 201)
  }

  private func body(_ request: TransportRequest?) throws -> JSONValue {
    try JSONValue(parsing: try #require(request?.body))
  }

  @Test func theClientRegistersOnce() async throws {
    let bench = try bench()
    answer(bench, "dynamic-1")
    for _ in 0..<2 {
      let page = try await bench.page(bench.auth.signIn())
      #expect(page["client_id"] == "dynamic-1")
    }
    let requests = bench.issuer.requests("/register")
    #expect(requests.count == 1 && requests[0].headers["Authorization"] == nil)
    let sent = try body(requests.first)
    #expect(sent["redirect_uris"] == [.string(Bench.redirect)] && sent["client_name"] == "Example")
    #expect(sent["application_type"] == "native" && sent["token_endpoint_auth_method"] == "none")
    #expect(
      sent["grant_types"] == [
        "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code",
      ])
    #expect(sent["response_types"] == ["code"] && sent["scope"] == "openid email")
  }

  @Test func theTokensAreForTheRegisteredClient() async throws {
    let bench = try bench()
    answer(bench, "dynamic-1")
    let session = try await bench.signIn { $0["aud"] = "dynamic-1" }
    #expect(session.subject == "user-1")
    #expect(bench.issuer.requests("/token").first?.form["client_id"] == "dynamic-1")
    let page = try #require(try await bench.auth.signOut().redirects.first).url.absoluteString
    #expect(page.contains("client_id=dynamic-1"))
    bench.issuer.forget("/token")
    await #expect(throws: AuthError(.invalidToken, "")) { try await bench.signIn() }
  }

  @Test func aSecretOfTheIssuerIsUsedUntilItExpires() async throws {
    let bench = try bench()
    let expiry = Int64(bench.clock.now().timeIntervalSince1970) + 600
    answer(
      bench, "dynamic-1",
      [
        "client_secret": "secret-1", "token_endpoint_auth_method": "client_secret_basic",
        "client_secret_expires_at": .integer(expiry),
      ])
    try await bench.signIn { $0["aud"] = "dynamic-1" }
    #expect(
      bench.issuer.requests("/token").last?.headers["Authorization"]
        == "Basic " + Base64.encode("dynamic-1:secret-1".utf8))
    bench.clock.advance(by: .seconds(600))
    bench.issuer.forget("/register")
    answer(bench, "dynamic-2")
    #expect(try await bench.page(bench.auth.signIn())["client_id"] == "dynamic-2")
  }

  @Test func aPrivateKeyIsRegisteredByItsPublicHalf() async throws {
    let key = P256.Signing.PrivateKey()
    let settings: JSONObject = [
      "clientId": .null, "redirectURL": "https://app.example/callback", "clientKeyId": "k-1",
      "clientKey": ["env": "KEY"], "registration": ["initialAccessToken": ["env": "S"]],
    ]
    let bench = try Bench(settings, environment: ["S": "canary", "KEY": key.pemRepresentation])
    bench.issuer.announce("registration_endpoint", .string(TestIssuer.name + "/register"))
    answer(bench, "dynamic-1")
    _ = try await bench.page(bench.auth.signIn())
    let request = try #require(bench.issuer.requests("/register").first)
    #expect(request.headers["Authorization"] == "Bearer canary")
    let sent = try body(request)
    #expect(sent["token_endpoint_auth_method"] == "private_key_jwt" && sent["application_type"] == "web")
    let keys = try JWKSet(json: sent["jwks"] ?? .null).keys
    #expect(keys.count == 1 && keys[0].keyID == "k-1" && sent["jwks"]?["keys"]?.arrayValue?[0]["d"] == nil)
    #expect(keys[0].thumbprint == JWK(.p256(key.publicKey)).thumbprint)
  }

  /// The issuer restores an old backup: the next sign-in registers the client again.
  @Test func aForgottenClientRegistersAgainBeforeThePage() async throws {
    let bench = try bench()
    answer(
      bench, "dynamic-1",
      [
        "registration_client_uri": .string(TestIssuer.name + "/clients/1"), "registration_access_token": "manage-1",
      ])
    bench.issuer.answer("/clients/1", ["client_id": "dynamic-1"])
    #expect(try await bench.page(bench.auth.signIn())["client_id"] == "dynamic-1")
    bench.issuer.forget("/clients/1")
    bench.issuer.answer("/clients/1", [:], status: 401)
    bench.issuer.forget("/register")
    answer(bench, "dynamic-2")
    #expect(try await bench.page(bench.auth.signIn())["client_id"] == "dynamic-2")
    #expect(bench.issuer.requests("/clients/1").allSatisfy { $0.headers["Authorization"] == "Bearer manage-1" })
    // Another refusal, and a server that cannot be asked, keep the registration.
    for status in [403, 404, 500] {
      bench.issuer.forget("/clients/1")
      bench.issuer.answer("/clients/1", [:], status: status)
      #expect(try await bench.page(bench.auth.signIn())["client_id"] == "dynamic-2")
    }
  }

  /// The answer about a registration can have a new token, which replaces the former one (RFC 7592 §2.1).
  @Test func aNewTokenOfTheRegistrationIsUsed() async throws {
    let bench = try bench()
    let address = JSONValue.string(TestIssuer.name + "/clients/1")
    answer(bench, "dynamic-1", ["registration_client_uri": address, "registration_access_token": "manage-1"])
    for (id, token) in [("dynamic-1", "manage-2"), ("other", "manage-3")] {
      bench.issuer.answer(
        "/clients/1",
        ["client_id": .string(id), "registration_client_uri": address, "registration_access_token": .string(token)])
    }
    for _ in 0..<4 { _ = try await bench.page(bench.auth.signIn()) }
    let tokens = bench.issuer.requests("/clients/1").map { $0.headers["Authorization"] }
    // An answer about another client changes nothing.
    #expect(tokens == ["Bearer manage-1", "Bearer manage-2", "Bearer manage-2"])
    #expect(bench.issuer.requests("/register").count == 1)
  }

  @Test func aForgottenClientRegistersAgainAfterARefusal() async throws {
    let bench = try bench(["pushedAuthorization": "required"])
    bench.issuer.announce("pushed_authorization_request_endpoint", .string(TestIssuer.name + "/par"))
    answer(bench, "dynamic-1")
    answer(bench, "dynamic-2")
    bench.issuer.answer("/par", ["request_uri": "urn:a:b"], status: 201)
    #expect(try await bench.page(bench.auth.signIn())["client_id"] == "dynamic-1")
    bench.clock.advance(by: .seconds(600))
    bench.issuer.forget("/par")
    bench.issuer.answer("/par") { (request) throws(AuthError) in
      request.form["client_id"] == "dynamic-2"
        ? TransportResponse(status: 201, body: Array(#"{"request_uri":"urn:a:b"}"#.utf8))
        : TransportResponse(status: 401, body: Array(#"{"error":"invalid_client"}"#.utf8))
    }
    #expect(try await bench.page(bench.auth.signIn())["client_id"] == "dynamic-2")
    #expect(bench.issuer.requests("/register").count == 2)
  }

  /// A client that is refused right after its registration was not forgotten: its secret may be sent in the wrong
  /// place.
  @Test func aNewClientThatIsRefusedIsNotReplaced() async throws {
    let bench = try bench(["redirectURL": .null])
    answer(bench, "dynamic-1")
    bench.issuer.answer("/device", ["error": "invalid_client"], status: 401)
    for _ in 0..<3 {
      let error = await #expect(throws: AuthError(.invalidConfiguration, "")) { try await bench.auth.signIn().result() }
      #expect(error?.message.contains("secretIn") == true)
    }
    #expect(bench.issuer.requests("/register").count == 1)
    bench.clock.advance(by: .seconds(600))
    await #expect(throws: AuthError(.invalidConfiguration, "")) { try await bench.auth.signIn().result() }
    #expect(bench.issuer.requests("/register").count == 2)
  }

  @Test func aSecretIsSentWhereTheRegistrationSays() async throws {
    for (settings, answered, isInForm) in [
      ([:], "client_secret_basic", false), ([:], "client_secret_post", true),
      (["secretIn": "form"], "client_secret_basic", true), (["secretIn": "header"], "client_secret_post", false),
    ] as [(JSONObject, String, Bool)] {
      var settings = settings
      settings["method"] = "client_credentials"
      settings["scopes"] = ["openid"]
      let bench = try bench(settings)
      answer(
        bench, "dynamic-1", ["client_secret": "secret+1", "token_endpoint_auth_method": .string(answered)])
      bench.issuer.answer("/token", ["access_token": "access-1", "token_type": "Bearer", "expires_in": 60])
      for _ in 0..<2 {
        _ = try await bench.auth.signIn().result()
        let request = try #require(bench.issuer.requests("/token").last)
        #expect((request.form["client_secret"] == "secret+1") == isInForm)
        #expect((request.headers["Authorization"] == nil) == isInForm)
      }
      let asked = try body(bench.issuer.requests("/register").first)["token_endpoint_auth_method"]
      #expect(asked == (settings["secretIn"] == "form" ? "client_secret_post" : "client_secret_basic"))
    }
  }

  @Test func refusalsAreTold() async throws {
    let cases: [(JSONObject, Int, AuthError.Code)] = [
      (["error": "invalid_redirect_uri", "error_description": "canary"], 400, .invalidConfiguration),
      (["error": "access_denied"], 401, .invalidConfiguration), ([:], 201, .malformedResponse),
      (["client_id": ""], 201, .malformedResponse), ([:], 503, .serverError),
    ]
    for (body, status, code) in cases {
      let bench = try bench()
      bench.issuer.answer("/register", body, status: status)
      let error = await #expect(throws: AuthError.self) { try await bench.page(bench.auth.signIn()) }
      #expect(error?.code == code && error?.message.contains("canary") == false, "\(body)")
    }
    let without = try bench()
    without.issuer.announce("registration_endpoint", nil)
    let error = await #expect(throws: AuthError.self) { try await without.page(without.auth.signIn()) }
    #expect(error?.code == .invalidConfiguration && error?.message.contains("clientId") == true)
  }

  @Test func theBlockReplacesTheClientsID() {
    for settings: JSONObject in [
      ["clientId": .null], ["registration": ["clientName": "a"]],
      [
        "clientId": .null, "registration": ["clientName": "a"], "clientSecret": ["env": "S"], "allowClientSecret": true,
      ],
    ] {
      #expect(throws: AuthError(.invalidConfiguration, ""), "\(settings)") { try Bench(settings) }
    }
  }
}
