import AuthCore
import Testing

/// Values with texts of a server that an app shows.
@Suite struct ShownValuesTests {
  private let hostile = "a\u{1B}[31m\u{202E}b" + String(repeating: "x", count: 5_000)

  @Test func namesOfCredentialsAreBoundedAndPrintable() throws {
    let label = try #require(Credential(id: "1", method: .passkey, label: hostile).label)
    #expect(label.count <= 201 && label.hasPrefix("a [31m b"))
    #expect(Credential(id: "1", method: .emailOTP, label: "j***@example.com").label == "j***@example.com")
    #expect(Credential(id: "1", method: .emailOTP, label: "\u{7}").label == nil)
  }

  @Test func detailsOfChallengesAreBoundedAndPrintable() throws {
    let challenge = PendingChallenge(id: "1", action: hostile, origin: hostile)
    for text in [challenge.action, challenge.origin] {
      #expect(try #require(text).count <= 201 && text?.contains("\u{202E}") == false)
    }
    #expect(PendingChallenge(id: "1", action: "signIn").action == "signIn")
  }

  @Test func methodsOfAServerHaveNames() {
    #expect(MethodID(serverName: "oauth:custom:acme") == .oauth("custom:acme"))
    for name in ["", "a b", "a\u{1B}", "é", String(repeating: "x", count: 129)] {
      #expect(MethodID(serverName: name).rawValue == "unknown")
    }
  }

  @Test func identifiersAreVisibleASCII() throws {
    for text in ["", "a b", "a\u{1B}", "a\u{202E}", "é", String(repeating: "x", count: 1_025)] {
      let json: JSONValue = ["id": .string(text)]
      #expect(json.identifier("id") == nil)
      #expect(throws: AuthError(.malformedResponse, "")) { try json.requiredIdentifier("id") }
    }
    #expect(try (["id": "3a991a14-690c"] as JSONValue).requiredIdentifier("id") == "3a991a14-690c")
    #expect((["id": 7] as JSONValue).identifier("id") == nil && JSONValue.null.identifier("id") == nil)
  }
}
