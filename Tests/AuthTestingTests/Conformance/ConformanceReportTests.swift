import AuthCore
import AuthTesting
import Testing

/// What a report says about the fixture, and how it shows many laws that are broken for one reason.
@Suite struct ConformanceReportTests {
  private func report(
    _ change: (inout ProviderFixture) -> Void = { _ in }, by way: AcmeWay? = nil
  ) async -> ConformanceReport {
    var fixture = ProviderFixture.acme(by: way)
    change(&fixture)
    return await ProviderConformance(fixture).report(of: ["flow.begins"])
  }

  @Test func theHeadingNamesMethodAndIdentifier() async {
    let table: [(request: FlowRequest, subject: String)] = [
      (FlowRequest(identifier: "jane@example.com"), "email_otp, an e-mail address"),
      (FlowRequest(identifier: "+14155550123", method: .smsOTP), "sms_otp, a phone number"),
      (FlowRequest(identifier: "jane", method: .password), "password, a user name"),
      (FlowRequest(), "email_otp, no identifier"),
    ]
    for (request, subject) in table {
      let report = await report { $0.request = request }
      #expect(report.subject == "AuthAcme, 'acme-eu', " + subject)
      #expect(report.description.hasPrefix(report.subject + ": 1 laws"))
    }
  }

  @Test func aMethodWithoutAFixtureIsNoted() async {
    #expect(await report().notes.map { $0.prefix(30) } == ["not signed in with: password. "])
    let other = await report { $0.request.method = .password }
    #expect(other.notes.map { $0.prefix(31) } == ["not signed in with: email_otp. "])
    #expect(other.description.contains("\n  note    not signed in with: email_otp. "))
  }

  @Test func missingSecretsAreNoted() async {
    let report = await report { fixture in
      let make = fixture.makeServer
      fixture.makeServer = { clock in
        var server = try await make(clock)
        server.secrets = nil
        return server
      }
    }
    #expect(report.notes.contains { $0.hasPrefix("secrets not set: ") })
    #expect(report.isConforming, "a note is not a failure")
  }

  @Test func lawsThatAreBrokenForOneReasonShareALine() async {
    var fixture = ProviderFixture.acme()
    let make = fixture.makeServer
    fixture.makeServer = { clock in
      var server = try await make(clock)
      server.configuration["clientId"] = nil
      return server
    }
    let names: Set = ["flow.begins", "flow.ends-once", "session.stored", "methods.offered"]
    let report = await ProviderConformance(fixture).report(of: names)
    #expect(report.failures.count == 4)
    let lines = report.description.split(separator: "\n")
    #expect(lines.count == 3, "\(report)")
    #expect(lines[1].hasPrefix("  BROKEN  4 laws: threw invalid_configuration"))
    #expect(lines[2] == "          flow.begins, flow.ends-once, session.stored, methods.offered")
  }
}
