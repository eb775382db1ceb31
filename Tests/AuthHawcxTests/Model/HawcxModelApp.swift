import AuthCore
import AuthCrypto
import AuthHawcx
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One app at one configuration. All share a key store and the records: what they must not share is theirs to keep
/// apart.
final class HawcxModelApp {
  let sandbox: Sandbox
  private let owner: String
  private let configuration: HawcxConfiguration
  private let keys: MemoryKeyStore
  private let records: MemoryRecordStore
  private let clientID: String
  /// Secrets of authenticator apps, by person.
  let authenticators = Locked<[String: Secret]>([:])

  init(
    _ name: String, _ configurationName: String, sandbox: Sandbox, configuration: HawcxConfiguration,
    keys: MemoryKeyStore, records: MemoryRecordStore
  ) throws {
    self.sandbox = sandbox
    self.keys = keys
    self.records = records
    owner = name + " " + configurationName
    self.configuration = configuration
    clientID = try #require(configuration.clientID)
  }

  /// The app as it is started for one flow: what lasts are its keys and records.
  func provider(clock: ManualClock, books: HawcxModelLedger, epoch: Int) throws -> HawcxProvider {
    try HawcxProvider(
      id: "hawcx", configuration: configuration,
      services: ProviderServices(
        transport: HawcxModelWire(sandbox, clock: clock, owner: owner, books: books, epoch: epoch),
        keys: KeyRing(keys), records: records, clock: clock))
  }

  /// The status of an exchange at the token endpoint.
  func exchange(_ code: Secret, _ verifier: Secret) throws -> Int {
    let form = PercentEncoding.encodeForm([
      ("grant_type", "authorization_code"), ("code", code.revealText()), ("code_verifier", verifier.revealText()),
      ("client_id", clientID),
    ])
    return sandbox.handle(
      SandboxRequest(
        "POST", "/hawcx/oauth2/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array(form.utf8))
    ).status
  }
}

/// A person with a phone, a mailbox and a browser, in one flow.
final class HawcxModelHand {
  let app: HawcxModelApp
  let flow: AuthFlow
  private let person: String
  private let mailbox: String
  private let phone: String
  private let clock: ManualClock
  /// The code whose answer was lost: it is typed again, and no other code twice.
  private var last: String?
  private var typed: Set<String> = []

  /// - Parameter isNamed: whether the app was given who signs in.
  init(_ app: HawcxModelApp, _ flow: AuthFlow, person: String, isNamed: Bool, clock: ManualClock) {
    self.app = app
    self.flow = flow
    self.person = person
    self.clock = clock
    mailbox = person.contains("@") ? person : "jane@example.com"
    phone = person.contains("@") || !isNamed ? "+14155550177" : person
  }

  /// - Parameters:
  ///   - lost: whether the answer to the last try was lost.
  ///   - number: which of several right answers.
  func answerRightly(_ prompt: Prompt, lost: Bool, _ number: Int) async throws {
    switch prompt {
    case .selectMethod(let options):
      // The code to one's own address, or anything else that is offered.
      let useless: MethodID = person.contains("@") ? .smsOTP : .emailOTP
      let isFirst = options.contains { $0.id == useless } && options.contains { $0.id == .emailOTP }
      let choices = isFirst ? options.filter { $0.id != useless } : options
      try await flow.select(method: choices[number % choices.count].id)
    case .enterEmail: try await flow.submit(email: mailbox)
    case .enterPhone: try await flow.submit(phone: phone)
    case .enterCode(let code):
      try await type(try app.sandbox.lastCode(to: code.channel == .email ? mailbox : phone), lost: lost)
    case .setupTOTP(let setup):
      app.authenticators.withLock { $0[person] = setup.secret }
      try await type(try totp(setup.secret), lost: lost)
    case .enterTOTP:
      guard let secret = app.authenticators.withLock({ $0[person] }) else { return flow.reset() }
      try await type(try totp(secret), lost: lost)
    case .redirect(let page):
      let target = page.url.absoluteString.dropFirst(app.sandbox.baseURL.count)
      let back = app.sandbox.handle(SandboxRequest("GET", String(target))).headers["Location"]
      guard let url = back.flatMap({ URL(string: $0) }) else { return flow.reset() }
      try await flow.resume(callback: url)
    case .awaitApproval(let approval):
      let session = try approval.qrData.map { try JSONValue(parsing: Array($0.utf8)) }?["session_id"]?.stringValue
      guard let session else { return flow.reset() }
      _ = app.sandbox.handle(
        SandboxRequest(
          "POST", "/sandbox/approve", json: ["session": .string(session), "decision": "approve"]))
      try await poll()
    case .input: try await flow.submit(fields: ["invite_code": "12345678"])
    case .selectAccount, .sign, .unknown: flow.reset()
    }
  }

  /// Something else was asked for meanwhile: what was typed before is not typed again.
  func forget() { last = nil }

  func answerWrongly(_ prompt: Prompt, _ number: Int) async throws {
    switch prompt {
    case .enterCode, .enterTOTP, .setupTOTP:
      let text = String(1_000_000 + number).suffix(6)
      try await type(String(text), lost: false)
    case .enterEmail: try await flow.submit(email: "nonsense")
    case .enterPhone: try await flow.submit(phone: "12")
    case .redirect:
      guard let url = URL(string: "latchkey://callback?code=c&state=stray") else { return }
      try await flow.resume(callback: url)
    case .awaitApproval: try await poll()
    case .input: try await flow.submit(fields: ["invite_code": "87654321"])
    case .selectMethod, .selectAccount, .sign, .unknown: return
    }
  }

  /// Polls come by themselves, too, and may have ended what this one is for.
  private func poll() async throws {
    do throws(AuthError) {
      try await flow.poll()
    } catch {
      guard error.code == .invalidState || error.code == .flowBusy else { throw error }
    }
  }

  /// A person types a code again only where its answer was lost.
  private func type(_ code: String, lost: Bool) async throws {
    if let last, lost { return try await flow.submit(code: last) }
    guard typed.insert(code).inserted else { return }
    last = code
    try await flow.submit(code: code)
  }

  private func totp(_ secret: Secret) throws -> String {
    let generator = try TOTP(secret: Secret(try #require(Base32.decode(secret.revealText()))), period: 30)
    // The server's clock may have jumped; a person's phone shows what it shows.
    return generator.code(at: clock.now())
  }
}
