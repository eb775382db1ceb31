#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The purpose of a flow, and its data.
public struct FlowRequest: Sendable {
  /// The purpose of a flow.
  public enum Purpose: Sendable, Hashable {
    /// Sign a user in. An unknown user is signed up if the vendor and the configuration allow it.
    case signIn
    /// Sign a new user up; fails for a known user.
    case signUp
    /// Add a method to the signed-in user.
    case enroll(MethodID)
    /// Prove presence again, for one action.
    case stepUp(action: String)
    /// Link another account of the user to this one.
    case link(MethodID)
    /// Anything that the vendor's account management offers.
    case manage

    /// `signin`, `signup`, `enroll`, `step-up`, `link`, `manage`: for events and the command line.
    public var name: String {
      switch self {
      case .signIn: "signin"
      case .signUp: "signup"
      case .enroll: "enroll"
      case .stepUp: "step-up"
      case .link: "link"
      case .manage: "manage"
      }
    }
  }

  /// E-mail address, phone number or user name.
  public var identifier: String?
  /// The purpose.
  public var purpose: Purpose
  /// The method; nil leaves the choice to the provider: its preferred method, the vendor's choice, or a `selectMethod`
  /// prompt.
  public var method: MethodID?
  /// The token that the flow starts from. If it is set, the token provider is not called.
  public var token: Secret?
  /// The address to which a redirect returns.
  public var redirectURL: URL?
  /// The user's data for a sign-up.
  public var profile: FlowProfile
  /// The session for a step-up or an enrolment, as it was when the flow began; it may belong to another provider. nil
  /// uses the selected session. To send a request with its credential, use `currentSession()`.
  public var session: Session?
  /// How a passkey ceremony is shown.
  public var passkey: PasskeyOptions
  /// Whether a code or a proof is exchanged for a session at the app's backend, if the configuration names one.
  public var exchange: Bool
  /// The source of `currentSession()`; set by the client that starts the flow.
  var sessionSource: FlowSession?

  /// Creates a request; by default a sign-in.
  public init(
    identifier: String? = nil, purpose: Purpose = .signIn, method: MethodID? = nil, token: Secret? = nil,
    redirectURL: URL? = nil, profile: FlowProfile = FlowProfile(), session: Session? = nil,
    passkey: PasskeyOptions = PasskeyOptions(), exchange: Bool = true
  ) {
    self.identifier = identifier
    self.purpose = purpose
    self.method = method
    self.token = token
    self.redirectURL = redirectURL
    self.profile = profile
    self.session = session
    self.passkey = passkey
    self.exchange = exchange
  }
}

extension FlowRequest {
  /// Returns the flow's session with a valid credential; the session engine renews the credential when it is due. A
  /// credential may expire while the user is answering, so a performer calls this function again for each effect.
  ///
  /// - Returns: the current session; nil if the flow has none. `session` is returned unchanged if no client started the
  ///   flow, if the session is not stored here, or if it cannot be renewed: the server then decides whether to accept
  ///   it.
  /// - Throws: the errors of `AuthClient.session()`; `not_signed_in` if the user has signed out since the flow began.
  public func currentSession() async throws(AuthError) -> Session? {
    guard let session, let sessionSource else { return session }
    let current = try await sessionSource.current()
    guard current.id == session.id else {
      throw AuthError(
        .internalError, "The client returned a session other than the flow's. Start a new flow.",
        provider: session.providerID)
    }
    return current
  }
}

extension FlowRequest {
  /// Checks that the requested method, if any, is among `offered`.
  ///
  /// - Throws: `method_not_available`; the message names the methods that are offered.
  public func require(_ offered: [MethodID], of provider: ProviderID) throws(AuthError) {
    guard let method, !offered.contains(method) else { return }
    throw .methodNotOffered(method, by: provider, offering: offered)
  }
}

extension AuthError {
  /// Returns the error `method_not_available` for a method that a provider does not offer, with the methods that it
  /// offers.
  public static func methodNotOffered(
    _ method: MethodID, by provider: ProviderID, offering offered: [MethodID]
  ) -> AuthError {
    let names = offered.map(\.rawValue).joined(separator: ", ")
    return AuthError(
      .methodNotAvailable, "'\(provider)' does not offer '\(method)'. Choose one of these methods: \(names).",
      provider: provider)
  }
}

extension FlowRequest: Redacting {
  /// The purpose, the method, the redirect's URL without its query, and the session's id.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "purpose": purpose.name, "method": method?.rawValue ?? "nil",
      "redirectURL": redirectURL.map { RedactedURL.text($0) } ?? "nil", "session": session?.id.rawValue ?? "nil",
    ]
  }
}
