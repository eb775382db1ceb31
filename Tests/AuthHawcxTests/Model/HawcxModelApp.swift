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

/// One app with one configuration. All apps share a key store and a record store, in which the provider must keep their
/// entries separate.
final class HawcxModelApp {
  let sandbox: Sandbox
  private let owner: String
  private let configuration: HawcxConfiguration
  private let keys: MemoryKeyStore
  private let records: MemoryRecordStore
  private let clientID: String
  /// The secrets of authenticator apps, by user.
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

  /// The provider of a newly started app, for one flow. Only the keys and the records persist between flows.
  func provider(clock: ManualClock, books: HawcxModelLedger, epoch: Int) throws -> HawcxProvider {
    try HawcxProvider(
      id: "hawcx", configuration: configuration,
      services: ProviderServices(
        transport: HawcxModelWire(sandbox, clock: clock, owner: owner, books: books, epoch: epoch),
        keys: KeyRing(keys), records: records, clock: clock))
  }

  /// Exchanges a code at the token endpoint and returns the HTTP status.
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

/// A user with a phone, a mailbox and a browser, in one flow.
final class HawcxModelHand {
  let app: HawcxModelApp
  let flow: AuthFlow
  private let person: String
  private let mailbox: String
  private let phone: String
  private let clock: ManualClock
  /// The last code that was submitted. If its response was lost, the user types it again; no other code is typed twice.
  private var last: String?
  private var typed: Set<String> = []

  /// - Parameters:
  ///   - app: The app.
  ///   - flow: The flow.
  ///   - person: The user's identifier.
  ///   - isNamed: Whether the app passed the user's identifier to the flow.
  ///   - clock: The clock of the user's phone.
  init(_ app: HawcxModelApp, _ flow: AuthFlow, person: String, isNamed: Bool, clock: ManualClock) {
    self.app = app
    self.flow = flow
    self.person = person
    self.clock = clock
    mailbox = person.contains("@") ? person : "jane@example.com"
    phone = person.contains("@") || !isNamed ? "+14155550177" : person
  }

  /// - Parameters:
  ///   - prompt: The prompt.
  ///   - lost: Whether the response to the last attempt was lost.
  ///   - number: Selects one of several right answers.
  func answerRightly(_ prompt: Prompt, lost: Bool, _ number: Int) async throws {
    switch prompt {
    case .selectMethod(let options):
      // In a list for the first factor, leave out the method that sends codes to an address of the other kind.
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

  /// Makes the user not type the earlier code again, because the prompt has changed in the meantime.
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

  /// Polls for the approval. The flow also polls by itself and may have ended the approval already, so two errors are
  /// ignored.
  private func poll() async throws {
    do throws(AuthError) {
      try await flow.poll()
    } catch {
      guard error.code == .invalidState || error.code == .flowBusy else { throw error }
    }
  }

  /// Submits a code. A code is submitted again only if its response was lost.
  private func type(_ code: String, lost: Bool) async throws {
    if let last, lost { return try await flow.submit(code: last) }
    guard typed.insert(code).inserted else { return }
    last = code
    try await flow.submit(code: code)
  }

  private func totp(_ secret: Secret) throws -> String {
    let generator = try TOTP(secret: Secret(try #require(Base32.decode(secret.revealText()))), period: 30)
    // The phone uses its own clock, because the server's clock may have jumped.
    return generator.code(at: clock.now())
  }
}
