import Testing

@testable import AuthCore

@Suite struct EnvironmentNameTests {
  @Test func namesFollowThePath() {
    let table = [
      "$.provider": "AUTH_PROVIDER", "$.storage.directory": "AUTH_STORAGE_DIRECTORY",
      "$.transport.timeoutSeconds": "AUTH_TRANSPORT_TIMEOUT_SECONDS",
      "$.providers.turnkey.organizationId": "AUTH_PROVIDERS_TURNKEY_ORGANIZATION_ID",
      "$.providers.turnkey.apiBaseURL": "AUTH_PROVIDERS_TURNKEY_API_BASE_URL",
      "$.providers.turnkey.authProxyURL": "AUTH_PROVIDERS_TURNKEY_AUTH_PROXY_URL",
      "$.providers.old-app.rpId": "AUTH_PROVIDERS_OLD_APP_RP_ID",
    ]
    for (path, name) in table { #expect(EnvironmentName.name(of: path) == name) }
  }

  private func read<Value>(
    _ json: JSONObject = [:], _ environment: [String: String],
    _ body: (inout ConfigurationReader) throws(AuthError) -> Value
  ) throws(AuthError) -> Value {
    var reader = ConfigurationReader(json, path: "$.x", sources: ConfigurationSources(environment: environment))
    return try body(&reader)
  }

  @Test func eachKindIsReadFromText() throws {
    #expect(
      try read(["n": 1], ["AUTH_X_N": "7"]) { (r) throws(AuthError) in try r.integer("n", default: 2, in: 1...9) } == 7)
    #expect(try read([:], ["AUTH_X_F": "true"]) { (r) throws(AuthError) in try r.bool("f", default: false) })
    #expect(try read([:], ["AUTH_X_L": "a, b"]) { (r) throws(AuthError) in try r.strings("l") } == ["a", "b"])
    #expect(try read(["t": "file"], ["AUTH_X_T": ""]) { (r) throws(AuthError) in try r.string("t") } == "file")
    #expect(
      try read([:], ["AUTH_X_S": "hush"]) { (r) throws(AuthError) in try r.optionalSecret("s") } == Secret("hush"))
    let inner = try read([:], ["AUTH_X_OBJECT_URL": "https://a.example"]) { (r) throws(AuthError) in
      var object = try r.object("object")
      return try object?.string("url")
    }
    #expect(inner == "https://a.example")
  }

  /// The rules for the file also apply to the environment: a text is not a number.
  @Test func theSameRulesHold() {
    let error = #expect(throws: AuthError.self) {
      try read([:], ["AUTH_X_N": "many"]) { (r) throws(AuthError) in try r.integer("n", default: 2, in: 1...9) }
    }
    #expect(error?.fieldErrors.map(\.field) == ["$.x.n"])
    #expect(throws: AuthError.self, "a file's numbers must not be texts") {
      try read(["n": "7"], [:]) { (r) throws(AuthError) in try r.integer("n", default: 2, in: 1...9) }
    }
  }
}
