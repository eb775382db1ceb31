import AuthCore

/// What a fixture covers: the method and the kind of identifier of its sign-in, and notes on what it leaves out.
struct FixtureCoverage: Sendable {
  /// The method and the kind of identifier: `email_otp, an e-mail address`.
  let subject: String
  let notes: [String]

  /// Creates the coverage of a fixture.
  ///
  /// - Parameters:
  ///   - fixture: the fixture.
  ///   - methods: the methods that the provider offers.
  ///   - hasSecrets: whether the fixture's server has `secrets`.
  init(_ fixture: ProviderFixture, methods: [MethodID], hasSecrets: Bool) {
    let method = fixture.request.method ?? methods.first
    subject = "\(method?.rawValue ?? "no method"), \(Self.kind(of: fixture.request.identifier))"
    var notes: [String] = []
    let others = methods.filter { $0 != method }.map(\.rawValue)
    if !others.isEmpty {
      notes.append(
        "not signed in with: \(others.joined(separator: ", ")). Make one fixture for each method, with "
          + "request: FlowRequest(…, method: …)")
    }
    if !hasSecrets {
      notes.append(
        "secrets not set: the laws secrecy.* know only the tokens of stored sessions and the secrets in the answers. "
          + "Set ConformanceServer.secrets")
    }
    self.notes = notes
  }

  private static func kind(of identifier: String?) -> String {
    guard let identifier else { return "no identifier" }
    if Contact(email: identifier) != nil { return "an e-mail address" }
    return Contact(phone: identifier) != nil ? "a phone number" : "a user name"
  }
}
