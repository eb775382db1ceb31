import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AuthConfigurationTests {
  private func parse(
    _ json: String, provider: ProviderID? = nil, environment: [String: String] = [:]
  ) throws(AuthError) -> AuthConfiguration {
    let sources = ConfigurationSources(environment: environment, directory: "/etc/app") { path in
      path == "/etc/app/secret" ? Array(" from-file \n".utf8) : nil
    }
    return try AuthConfiguration(parsing: json.utf8, provider: provider, sources: sources)
  }

  @Test func aTextMayHaveLinesAndNoOtherControlCharacters() throws {
    func read(_ text: String) throws(AuthError) -> String {
      var reader = ConfigurationReader(["pem": .string(text)], path: "$", sources: ConfigurationSources())
      return try reader.string("pem")
    }
    #expect(try read("-----\r\n\tkey\n-----") == "-----\r\n\tkey\n-----")
    for text in ["a\0b", "a\u{1B}[0m", "a\u{7F}"] {
      #expect(throws: AuthError(.invalidConfiguration, "")) { _ = try read(text) }
    }
  }

  /// Such characters would change how a terminal or an editor shows the text around them. The joiners are part of
  /// names in Persian and Hindi, and select some emoji.
  @Test func aTextMayNotReorderOrHideText() throws {
    let numbers =
      ["0080", "009B", "009F", "200B", "202A", "202B", "202C", "202D", "202E"] + [
        "2066", "2067", "2068", "2069", "FEFF",
      ]
    for digits in numbers {
      let name = "U+" + digits
      let scalar = try #require(UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) })
      let text = "a\(scalar)b"
      for json in [
        #"{"providers":{"a":{}},"storage":{"directory":"\#(text)"}}"#,
        #"{"providers":{"a":{}},"storage":{"formerWrappingKeys":["\#(text)"]}}"#,
        #"{"providers":{"a":{}},"transport":{"proxy":"\#(text)"}}"#, #"{"providers":{"\#(text)":{}}}"#,
        #"{"providers":{"a":{"type":"\#(text)"}}}"#, #"{"providers":{"a":{"tokenProvider":{"env":"\#(text)"}}}}"#,
      ] {
        let error = #expect(throws: AuthError(.invalidConfiguration, "")) { try parse(json) }
        #expect(error?.message.hasPrefix("$.") == true && error?.message.contains("control") == true, "\(name) \(json)")
      }
      let variable = #expect(throws: AuthError(.invalidConfiguration, "")) {
        try parse(#"{"providers":{"a":{}}}"#, environment: ["AUTH_STORAGE_DIRECTORY": text])
      }
      #expect(variable?.message.contains("$.storage.directory") == true)
      #expect(variable?.message.contains(name) == true, "the message names the character, which cannot be seen")
    }
    for text in ["می\u{200C}خواهم", "क्\u{200D}ष", "👩\u{200D}💻", "Grüße", "שלום", "東京"] {
      #expect(try parse(#"{"providers":{"a":{}},"storage":{"directory":"/\#(text)"}}"#).storage.directory == "/" + text)
    }
    let lone = #expect(throws: AuthError(.invalidConfiguration, "")) {
      try parse(#"{"providers":{"a":{}},"storage":{"directory":"a\ud800b"}}"#)
    }
    #expect(lone?.message.contains("lone surrogate") == true)
  }

  @Test func theNameOfASecretHasNoControlCharacters() throws {
    let cases = [(#"{"env":"A\u009b"}"#, true), (#"{"file":"/a\u202eb"}"#, true), (#"{"env":"A"}"#, false)]
    for (reference, hasFault) in cases {
      let object = try #require(JSONValue(parsing: #"{"key":\#(reference)}"#).objectValue)
      var reader = ConfigurationReader(object, path: "$", sources: ConfigurationSources(environment: ["A": "x"]))
      do throws(AuthError) {
        #expect(try reader.optionalSecret("key") == Secret("x") && !hasFault)
      } catch {
        #expect(hasFault && error.message.hasPrefix("$.key must be"), "\(error.message)")
      }
    }
  }

  @Test func readsTheContractsExample() throws {
    let configuration = try parse(
      #"""
      {"provider": "turnkey", "fallback": ["old"],
       "providers": {"turnkey": {"organizationId": "o", "origins": ["https://api.turnkey.com"]},
                     "old": {"type": "privy", "appId": "a", "tokenProvider": {"command": ["get-jwt"]}}},
       "storage": {"sessions": "file", "keys": "automatic", "directory": "state"}, "transport": {}}
      """#)
    #expect(configuration.provider == "turnkey")
    #expect(configuration.fallback == ["old"])
    #expect(configuration.block("old")?.type == "privy")
    #expect(configuration.block("turnkey")?.type == "turnkey")
    #expect(configuration.storage.directory == "/etc/app/state", "relative to the file")
    guard case .command(["get-jwt"]) = configuration.block("old")?.tokenSource else {
      Issue.record("no source"); return
    }
  }

  @Test func argumentWinsOverEnvironmentWinsOverFile() throws {
    let json = #"{"provider":"a","providers":{"a":{},"b":{},"c":{}}}"#
    #expect(try parse(json).provider == "a")
    #expect(try parse(json, environment: ["AUTH_PROVIDER": "b"]).provider == "b")
    #expect(try parse(json, provider: "c", environment: ["AUTH_PROVIDER": "b"]).provider == "c")
  }

  /// Each error names the path of the fault, and the configuration is refused.
  @Test func faultsNameTheirPath() {
    let table: [(json: String, mentions: [String])] = [
      ("", ["JSON"]), ("[]", ["object"]), (#"{"provider":"a"}"#, ["providers"]),
      (#"{"provider":"a","providers":{}}"#, ["providers"]),
      (#"{"provider":"a","providers":{"a":{}},"storrage":{}}"#, ["storrage", "storage"]),
      (#"{"provider":"turnky","providers":{"turnkey":{},"b":{}}}"#, ["turnky", "turnkey"]),
      (#"{"providers":{"a":{},"b":{}}}"#, ["provider"]),
      (#"{"provider":"a","providers":{"a":[]}}"#, ["providers.a"]),
      (#"{"provider":"a","providers":{"a":{"type":1}}}"#, ["providers.a.type"]),
      (#"{"provider":"a","fallback":["x"],"providers":{"a":{}}}"#, ["x"]),
      (#"{"provider":"a","fallback":[1],"providers":{"a":{}}}"#, ["fallback[0]"]),
      (#"{"provider":"a","provider":"b","providers":{"a":{}}}"#, ["duplicate"]),
      (#"{"provider":"a","providers":{"a":{}},"transport":{"timeoutSeconds":0}}"#, ["transport.timeoutSeconds"]),
      (#"{"provider":"a","providers":{"a":{}},"storage":{"sesions":"file"}}"#, ["storage.sesions", "sessions"]),
      (#"{"provider":"a","providers":{"a":{"tokenProvider":{"comand":["x"]}}}}"#, ["providers.a.tokenProvider"]),
      (#"{"provider":"a","providers":{"a":{"tokenProvider":{"session":"a","token":"acess"}}}}"#, ["token"]),
    ]
    for (json, mentions) in table {
      let error = #expect(throws: AuthError.self, "\(json)") { try parse(json) }
      #expect(error?.code == .invalidConfiguration, "\(json)")
      for text in mentions { #expect(error?.message.contains(text) == true, "\(json): \(error?.message ?? "")") }
    }
  }

  @Test func aReaderNamesUnknownKeysWithTheNearest() throws {
    let object = try #require(try JSONValue(parsing: #"{"organisationId":"o"}"#).objectValue)
    var reader = ConfigurationReader(object, path: "$.providers.turnkey", sources: ConfigurationSources())
    _ = try reader.optionalString("organizationId")
    let error = #expect(throws: AuthError.self) { try reader.finish() }
    #expect(error?.message.contains("$.providers.turnkey.organisationId") == true)
    #expect(error?.message.contains("organizationId") == true)
  }

  @Test func baseURLsAreAbsoluteAndSafe() throws {
    let accepted = [
      ("https://api.example.com", "https://api.example.com"),
      ("https://api.example.com/v1/", "https://api.example.com/v1"),
      ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"), ("http://localhost:1", "http://localhost:1"),
      ("http://[::1]:1", "http://[::1]:1"),
    ]
    for (text, expected) in accepted {
      var reader = ConfigurationReader(["u": .string(text)], path: "$", sources: ConfigurationSources())
      #expect(try reader.baseURL("u").absoluteString == expected)
    }
    let refused = [
      "http://api.example.com", "api.example.com", "ftp://x", "https://u:p@x", "https://x?y=1", "https://x#y", " ",
      "https://exa mple.com", "https://x\\y", "http://127.0.0.1.example.com", "https://", "https://ä.example",
    ]
    for text in refused {
      var reader = ConfigurationReader(["u": .string(text)], path: "$", sources: ConfigurationSources())
      #expect(throws: AuthError(.invalidConfiguration, ""), "\(text)") { try reader.baseURL("u") }
    }
  }

  @Test func secretsAreReferences() throws {
    let sources = ConfigurationSources(environment: ["KEY": "from-env"], directory: "/etc/app") { path in
      path == "/etc/app/secret" ? Array(" from-file \n".utf8) : nil
    }
    func read(_ value: JSONValue) throws(AuthError) -> Secret? {
      var reader = ConfigurationReader(["k": value], path: "$", sources: sources)
      return try reader.optionalSecret("k")
    }
    #expect(try read(["env": "KEY"]) == Secret("from-env"))
    #expect(try read(["file": "secret"]) == Secret("from-file"))
    for value: JSONValue in ["plain text", ["env": "OTHER"], ["file": "missing"], ["env": "KEY", "file": "x"], 1] {
      #expect(throws: AuthError(.invalidConfiguration, "")) { try read(value) }
    }
  }

  @Test("instances whose environment variables have the same names are refused, by both names")
  func sharedVariables() throws {
    for (one, other) in [("acme-eu", "acme_eu"), ("acmeEu", "acme_eu"), ("acme.eu", "acme-eu")] {
      let error = #expect(throws: AuthError.self) {
        try parse(#"{"provider":"\#(one)","providers":{"\#(one)":{},"\#(other)":{}}}"#)
      }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.fieldErrors.map(\.field) == ["$.providers.\(other)"])
      #expect(error?.message.contains("'\(one)'") == true && error?.message.contains("AUTH_PROVIDERS_ACME_EU") == true)
    }
    _ = try parse(#"{"provider":"acme","providers":{"acme":{},"acme-eu":{},"acmeeu":{}}}"#)
  }
}
