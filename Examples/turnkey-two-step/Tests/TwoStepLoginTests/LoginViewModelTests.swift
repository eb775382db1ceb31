import AuthCore
import AuthPasskey
import AuthTesting
import Testing
import TwoStepLogin

@MainActor @Suite struct LoginViewModelTests {
  private let backend: Backend
  private let model: LoginViewModel

  init() throws {
    backend = try Backend()
    model = LoginViewModel(backend.app)
  }

  private func submit(_ email: String) async {
    model.email = email
    await model.submitEmail()
  }

  private var session: Session? { if case .signedIn(let session) = model.step { session } else { nil } }

  @Test func checksTheFormBeforeARequest() async {
    #expect(!model.canContinue)
    // Any request would fail, and would be counted.
    backend.network.add(Fault(.dropRequest))
    for email in ["jane", "jane@", "@example.org", "jane example.org", " "] {
      await submit(email)
      #expect(model.step == .email, "\(email)")
      #expect(model.problem == .malformedEmail, "\(email)")
    }
    #expect(backend.network.hits == 0)
    #expect(model.canContinue)
  }

  @Test func reportsAnUnknownAddress() async {
    await submit("nobody@example.org")
    #expect(model.problem == .noAccount)
    #expect(model.step == .email)
  }

  @Test func distinguishesANetworkFailureFromAnUnknownAddress() async throws {
    _ = try await backend.register("jane@example.org")
    backend.network.add(Fault(.dropRequest))
    await submit("jane@example.org")
    #expect(model.problem == .network)
    backend.network.heal()
    await submit("jane@example.org")
    #expect(model.problem == nil)
    #expect(session != nil)
  }

  @Test func knownAddressSignsInByPasskey() async throws {
    let organization = try await backend.register("jane@example.org")
    await submit("  jane@example.org ")
    let session = try #require(session)
    #expect(session.claims["organization_id"]?.stringValue == organization)
    #expect(session.identifier == "jane@example.org")
    #expect(try await backend.app.session().id == session.id)
    #expect(model.problem == nil)
  }

  @Test func severalAccountsShowAChoice() async throws {
    let first = try await backend.register("jane@example.org")
    let second = try await backend.register("jane@example.org")
    await submit("jane@example.org")
    guard case .choosingAccount(let accounts) = model.step else {
      Issue.record("\(model.step)")
      return
    }
    #expect(Set(accounts.map(\.id)) == [first, second])
    // The user's authenticator offers the newest passkey: the second account's.
    let chosen = try #require(accounts.first { $0.id == second })
    await model.select(chosen)
    #expect(try #require(session).claims["organization_id"]?.stringValue == second)
  }

  @Test func startOverCancelsAChoice() async throws {
    _ = try await backend.register("jane@example.org")
    _ = try await backend.register("jane@example.org")
    await submit("jane@example.org")
    await model.startOver()
    #expect(model.step == .email)
    #expect(model.problem == nil)
  }

  @Test func distinguishesAClosedSheetFromAMissingPasskey() async throws {
    _ = try await backend.register("jane@example.org")
    await backend.person.decide(.deny)
    await submit("jane@example.org")
    #expect(model.problem == .cancelled)
    #expect(model.step == .email)
    #expect(LoginViewModel.Problem.noPasskey.text != LoginViewModel.Problem.cancelled.text)
  }
}
