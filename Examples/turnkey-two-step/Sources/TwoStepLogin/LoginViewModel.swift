public import AuthCore
public import Observation

/// The login screen: its state and the actions of its buttons.
///
/// The first step asks for an e-mail address and finds its account; the second step signs in with a passkey. Each error
/// has its own case, because each requires a different action by the user.
@MainActor @Observable
public final class LoginViewModel {
  /// The screen's state.
  public enum Step: Sendable, Equatable {
    /// The field for the address.
    case email
    /// The address is being looked up.
    case lookingUp
    /// Several accounts to choose from.
    case choosingAccount([AccountOption])
    /// The system shows its passkey sheet.
    case waitingForPasskey
    /// The user is signed in.
    case signedIn(Session)
  }

  /// The errors.
  public enum Problem: Sendable, Equatable {
    /// The address is malformed; no request was sent.
    case malformedEmail
    /// The address has no account.
    case noAccount
    /// No secure connection to the server was made, or the server did not respond in time. The same address may work
    /// later.
    case network
    /// This device has no passkey for this account.
    case noPasskey
    /// The user closed the sheet.
    case cancelled
    /// Any other error, with its message.
    case other(String)

    /// A text for the user.
    public var text: String {
      switch self {
      case .malformedEmail: "This is not an e-mail address. Enter one, such as jane@example.com."
      case .noAccount: "No account exists for this e-mail address. Check the address."
      case .network: "The server cannot be reached. Check the connection and try again."
      case .noPasskey: "This device has no passkey for the account. Use a device that has one."
      case .cancelled: "The sign-in was cancelled."
      case .other(let text): text
      }
    }
  }

  /// The field's text.
  public var email = ""
  /// The screen's state.
  public private(set) var step: Step = .email
  /// The last error, or nil.
  public private(set) var problem: Problem?

  @ObservationIgnored private let auth: AuthClient
  @ObservationIgnored private var flow: AuthFlow?

  /// Creates a login with a client.
  public init(_ auth: AuthClient) { self.auth = auth }

  /// Whether the button of the first step is enabled.
  public var canContinue: Bool { step == .email && !email.isEmpty }

  /// The action of the first step's button: finds the account, and signs in if there is exactly one. Does nothing
  /// unless the field is shown.
  public func submitEmail() async {
    guard step == .email else { return }
    guard let contact = Contact(email: email) else {
      problem = .malformedEmail
      return
    }
    let flow = auth.start(FlowRequest(identifier: contact.value, method: .passkey))
    self.flow = flow
    problem = nil
    step = .lookingUp
    await follow(flow)
  }

  /// Signs in to an account of the list. Does nothing unless the list is shown.
  public func select(_ account: AccountOption) async {
    guard case .choosingAccount = step, let flow else { return }
    step = .waitingForPasskey
    do throws(AuthError) {
      // A new iterator first returns the flow's latest update, which is the list. The updates after the choice follow.
      var updates = flow.makeAsyncIterator()
      _ = await updates.next()
      try await flow.select(account: account.id)
      while let update = await updates.next(), show(update) {}
    } catch {
      end(with: error)
    }
  }

  /// Cancels the sign-in, if one is open, and shows the field again.
  public func startOver() async {
    let open = flow
    end()
    await open?.cancel()
  }

  private func follow(_ flow: AuthFlow) async {
    for await update in flow {
      guard show(update) else { return }
    }
  }

  /// Shows an update.
  ///
  /// - Returns: whether another update follows without an action of the user.
  private func show(_ update: FlowUpdate) -> Bool {
    switch update {
    case .idle: break
    case .working(.passkey): step = .waitingForPasskey
    case .working: break
    case .prompt(.selectAccount(let accounts), _):
      step = .choosingAccount(accounts)
      return false
    case .prompt(let prompt, _):
      end(with: AuthError(.unsupportedPrompt, "This screen cannot show '\(prompt.name)'. Update the app."))
      return false
    case .completed(.session(let session, _)):
      flow = nil
      step = .signedIn(session)
      return false
    case .completed:
      end(
        with: AuthError(
          .internalError, "The sign-in ended without a session. Report this to Latchkey's maintainers."))
      return false
    case .failed(let error):
      // `startOver` has already ended this flow.
      if flow != nil { end(with: error) }
      return false
    }
    return true
  }

  private func end(with error: AuthError? = nil) {
    flow = nil
    step = .email
    problem = error.map(Self.problem)
  }

  private static func problem(_ error: AuthError) -> Problem {
    switch error.code {
    case .invalidIdentifier: .malformedEmail
    case .userNotFound: .noAccount
    case .network, .timeout, .tls: .network
    case .noCredential: .noPasskey
    case .cancelled: .cancelled
    default: .other(error.message)
    }
  }
}
