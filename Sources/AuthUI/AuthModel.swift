public import AuthCore
public import Observation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The model of an app's first view: who is signed in, the open flow, and the providers to choose from.
@MainActor @Observable
public final class AuthModel {
  /// The provider that is shown.
  public private(set) var provider: ProviderID
  /// The model of the session with `provider`. If `provider` is the configured one, the session can belong to one of
  /// its fallback providers.
  public private(set) var session: SessionModel
  /// Why the user was signed out, for the sign-in page; nil while a user is signed in, and if no session has ended.
  public var signOutExplanation: SignOutExplanation? { session.signOutExplanation }
  /// The flow that was opened last, also after its end; nil before the first flow, and after `close()`.
  public private(set) var flow: FlowModel?

  /// The page that an app shows.
  public enum Screen {
    /// The sign-in page.
    case signIn
    /// The flow, which waits for the user, works or shows how it ended.
    case flow(FlowModel)
    /// The page of the signed-in user; also while the session is being read, and while its key cannot be used.
    case session
  }

  /// The page to show now. A flow that signed the user in, or that was cancelled, is no longer shown.
  public var screen: Screen {
    if let flow, !flow.isSettled(in: session) { return .flow(flow) }
    switch session.state {
    case .signedOut, .expired: return .signIn
    case .loading, .signedIn, .unverified, .locked: return .session
    }
  }

  /// The model of the accounts of all providers, for a picker. The first use of this property creates the model, which
  /// reads the accounts and follows their changes.
  @ObservationIgnored public private(set) lazy var accounts = AccountsModel(client)

  /// The client that all models of this model use.
  public let client: AuthClient
  @ObservationIgnored private let clock: any AuthClock

  /// Creates a model that shows the configured provider.
  public init(_ client: AuthClient, clock: any AuthClock = SystemClock()) {
    self.client = client
    self.clock = clock
    provider = client.configuration.provider
    session = SessionModel(client)
  }

  /// The configured providers that this app links, in the configuration's order.
  public var providers: [ProviderID] {
    let linked = Set(client.linkedTypes)
    return client.configuration.providers.filter { linked.contains($0.type) }.map(\.id)
  }

  /// The methods to sign in with, the preferred method first; empty if the provider cannot be created.
  public var methods: [MethodID] { instance?.methods ?? [] }
  /// The methods that a user of the provider can add. The provider is that of the signed-in user, or else the provider
  /// that is shown. Empty if the provider does not support this.
  public var enrollableMethods: [MethodID] { (owner as? any CredentialEnrolling)?.enrollableMethods ?? [] }
  /// The methods of the accounts that a user of the same provider can link; empty if it does not support this.
  public var linkableMethods: [MethodID] { (owner as? any AccountLinking)?.linkableMethods ?? [] }
  /// Whether a user of the same provider can be asked to prove presence for an action.
  public var canStepUp: Bool { owner is any StepUp }

  /// Shows another provider, and cancels an open flow. Does nothing if the provider is shown already.
  public func show(_ provider: ProviderID) async {
    guard provider != self.provider else { return }
    await close()
    self.provider = provider
    session = SessionModel(client, provider: provider == client.configuration.provider ? nil : provider)
  }

  /// Selects an account of any provider, and shows the account's provider. Does nothing while a call of `accounts` is
  /// in progress. An error is in `accounts.problem`.
  public func use(_ account: Account) async {
    if await accounts.select(account.id) { await show(account.providerID) }
  }

  /// Selects the account of a session id, as `use(_:)` does. Does nothing if there is no such account.
  func use(_ id: SessionID) async {
    if let account = accounts.accounts.first(where: { $0.id == id }) { await use(account) }
  }

  /// Signs a user in. Cancels a flow that is open already.
  ///
  /// - Parameters:
  ///   - identifier: what the user typed; nil if the provider asks for it or needs no identifier.
  ///   - method: the method; nil leaves the choice to the provider.
  ///   - redirectURL: the URL to which pages redirect; nil if the app provides none.
  public func signIn(identifier: String? = nil, method: MethodID? = nil, redirectURL: URL? = nil) async {
    await open(FlowRequest(identifier: identifier, method: method, redirectURL: redirectURL))
  }

  /// Whether the provider that is shown has passkeys to offer.
  var suggestsPasskeys: Bool { methods.contains(.passkey) }

  /// Offers the passkeys of this device above the keyboard, as long as a field for the identifier is shown (autofill),
  /// and signs the user in with the one that they choose. Before the sign-in, closes the open flow.
  ///
  /// Returns when the system ends the offer, which it does when another passkey ceremony begins, when the task is
  /// cancelled, after any error, and if the provider has no passkeys. Reports no error.
  public func suggestPasskeys() async {
    guard suggestsPasskeys else { return }
    let request = FlowRequest(method: .passkey, passkey: PasskeyOptions(mediation: .conditional))
    let offer = client.start(request, provider: provider)
    do throws(AuthError) {
      _ = try await offer.result()
      await close()
    } catch {
      await offer.cancel()
    }
  }

  /// Asks the signed-in user to prove presence for `action`. The flow's result is a proof for the app's backend.
  public func stepUp(action: String) async { await open(FlowRequest(purpose: .stepUp(action: action))) }

  /// Adds a method to the signed-in user.
  public func enroll(_ method: MethodID) async { await open(FlowRequest(purpose: .enroll(method))) }

  /// Opens a flow for any request, and cancels a flow that is open already. A sign-in or sign-up uses the provider that
  /// is shown; any other purpose uses the provider of the signed-in user.
  public func open(_ request: FlowRequest) async {
    await close()
    let isSignedIn =
      switch request.purpose {
      case .signIn, .signUp: false
      case .enroll, .stepUp, .link, .manage: true
      }
    let (client, provider) = (client, isSignedIn ? session.session?.providerID ?? provider : provider)
    flow = FlowModel(request, clock: clock) { client.start($0, provider: provider) }
  }

  /// Closes the flow, and cancels it if it has not ended.
  public func close() async {
    guard let open = flow else { return }
    flow = nil
    if !open.isFinished { await open.cancel() }
  }

  /// Passes a URL with which the system opened the app to the open flow, if the flow shows a `redirect` prompt whose
  /// `takes(_:)` accepts the URL.
  ///
  /// - Returns: whether the URL was passed to the flow. If not, the app handles the URL in another way.
  @discardableResult
  public func handle(_ callback: URL) async -> Bool {
    guard let flow, case .redirect(let page) = flow.prompt, page.takes(callback) else { return false }
    await flow.resume(callback: callback)
    return true
  }

  /// Creates a model for approving the sign-ins of other devices on this device; returns nil if the provider does not
  /// support this.
  public func approvals() -> ApprovalsModel? {
    (owner as? any ChallengeApproving).map { ApprovalsModel($0, clock: clock) }
  }

  /// The provider that is shown; nil if it cannot be created.
  private var instance: (any AuthProvider)? { made(provider) }

  /// The provider of the signed-in user, or else the provider that is shown; nil if it cannot be created.
  private var owner: (any AuthProvider)? { made(session.session?.providerID ?? provider) }

  /// Returns a provider; nil if it cannot be created. Starting a flow reports the reason.
  private func made(_ provider: ProviderID) -> (any AuthProvider)? {
    do throws(AuthError) {
      return try client.provider(provider)
    } catch {
      return nil
    }
  }
}
