import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every way to print a value, tested with values that contain the same word in all their parts.
@Suite struct RedactingTests {
  private static let secret = "hunter2"
  private static let bytes = Array(secret.utf8)

  /// Returns the texts of printing, dumping and reflecting the value.
  private func texts(_ value: Any) -> String {
    var text = "\(value)|\(String(reflecting: value))|"
    dump(value, to: &text)
    func reflect(_ value: Any, _ depth: Int) {
      guard depth < 8 else { return }
      for child in Mirror(reflecting: value).children {
        text += "|\(child.label ?? ""): \(child.value)"
        reflect(child.value, depth + 1)
      }
    }
    reflect(value, 0)
    return text
  }

  private func values() throws -> [Any] {
    let (secret, bytes) = (Self.secret, Self.bytes)
    let url = try #require(URL(string: "https://app.example.com/back?code=\(secret)#\(secret)"))
    let json: JSONObject = ["password": .string(secret)]
    let text = """
      {"provider": "a", "providers": {"a": {"type": "t", "clientSecret": "\(secret)",
       "tokenProvider": {"command": ["curl", "\(secret)"]}}}, "storage": {"sessions": "memory", "tpm": {"x": "\(secret)"}}}
      """
    let sources = ConfigurationSources(environment: ["PASSWORD": secret], directory: "/d")
    let configuration = try AuthConfiguration(parsing: text.utf8, sources: sources)
    let headers: HTTPHeaders = ["Authorization": "Bearer " + secret, "Cookie": secret]
    var request = TransportRequest.form(url, [("password", secret)], headers: headers)
    request.headers["X-Stamp"] = secret
    let block = try #require(configuration.block("a"))
    return [
      configuration, configuration.sources, configuration.providers, configuration.storage, block,
      block.reader(sources: sources), headers, headers.fields, request,
      TransportResponse(status: 200, headers: headers, body: bytes),
      [
        FlowAnswer.fields(["password": Secret(secret)]), FlowAnswer.signature(Secret(secret)), .callback(url),
        .email(secret), .phone(secret), .account(secret),
        .code(Secret(secret)),
      ] as [FlowAnswer],
      FlowRequest(token: Secret(secret), redirectURL: url, profile: FlowProfile(parameters: json)),
      FlowProfile(parameters: json), PromptContext(details: .object(json)), Prompt.redirect(RedirectPrompt(url: url)),
      Prompt.awaitApproval(ApprovalPrompt(qrData: secret, displayCode: secret, verificationURL: url)),
      SuspendedFlow(state: .object(json)), SignOutRedirect(url: url, callbackScheme: nil, providerID: "a"),
      TokenSource.chain([.url(url), .command(["curl", secret])]),
      PasskeyAssertion(
        credentialID: [1], clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes),
      try AppSession(
        ["token": .string(secret), "refreshToken": .string(secret), "subject": "s", "nested": .object(json)],
        now: Date()),
    ]
  }

  @Test("L10: no value prints, dumps or reflects what is secret in it")
  func nothingIsShown() throws {
    let listed = "\(Self.bytes)".dropFirst().dropLast()
    for value in try values() {
      let text = texts(value)
      #expect(!text.contains(Self.secret), "\(type(of: value))")
      #expect(!text.contains(listed), "\(type(of: value))")
      let inDump = Self.bytes.map { "- \($0)\n" }
      #expect(!inDump.allSatisfy { text.contains($0) }, "\(type(of: value))")
    }
  }

  @Test("L10: the parts of a value that are not secret stay visible")
  func somethingIsShown() throws {
    var request = try TransportRequest("POST", "https://a.example.com/path?token=1", headers: ["Authorization": "x"])
    request.body = [1, 2, 3]
    let text = "\(request)"
    for part in ["POST", "https://a.example.com:443/path", "Authorization", "3 bytes"] { #expect(text.contains(part)) }
    #expect("\(FlowAnswer.email("jane@example.com"))" == "FlowAnswer(name: submit(email:))")
    #expect(Mirror(reflecting: request).children.first?.value as? String == "POST")
  }
}
