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
    /// Sign a new user up. The flow fails if the vendor reports that the user exists already.
    case signUp
    /// Add a method to the signed-in user.
    case enroll(MethodID)
    /// Have the signed-in user prove presence again, for one action.
    case stepUp(action: String)
    /// Link an account that the user proves with this method to the signed-in user.
    case link(MethodID)
    /// Use the vendor's account management, as the signed-in user.
    case manage

    /// The name in events and on the command line: `signin`, `signup`, `enroll`, `step-up`, `link` or `manage`.
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

  /// The user's e-mail address, phone number or user name; nil if the flow asks for it or needs none.
  public var identifier: String?
  /// What the flow is for.
  public var purpose: Purpose
  /// The method; nil leaves the choice to the provider: its preferred method, the vendor's choice, or a `selectMethod`
  /// prompt.
  public var method: MethodID?
  /// The token that the flow starts with; nil for none. If it is set, the token provider is not called, and the flow
  /// does not need the selected session.
  public var token: Secret?
  /// The URL to which a redirect returns; nil if the app provides none.
  public var redirectURL: URL?
  /// The user's data for a sign-up or a new passkey, and parameters for one vendor.
  public var profile: FlowProfile
  /// The session of the signed-in user, as it was when the flow began; it may belong to another provider. If it is nil
  /// and there is no `token`, a flow with the purpose `enroll`, `stepUp`, `link` or `manage` uses the selected session.
  /// To send a request with the credential of the session, use `currentSession()`.
  public var session: Session?
  /// How a passkey ceremony is shown.
  public var passkey: PasskeyOptions
  /// Whether the code or proof of a sign-in or sign-up is exchanged for a session, if the configuration names the app's
  /// backend. The results of other purposes are never exchanged.
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
  ///   flow, if the session belongs to another configuration or tenant, if the client has never stored it, or if the
  ///   vendor cannot renew it (`reauthentication_required`). The server then decides whether to accept the credential.
  /// - Throws: `not_signed_in` if the user has signed out since the flow began; a storage code; the other errors of
  ///   `Account.session()`; `internal` if the client returns a session with another id.
  public func currentSession() async throws(AuthError) -> Session? {
    guard let session, let sessionSource else { return session }
    let current = try await sessionSource.current()
    guard current.id == session.id else {
      throw AuthError(
        .internalError,
        "The client returned the session \(current.id) for the flow of the session \(session.id). Report this to "
          + "Latchkey's maintainers.", provider: session.providerID)
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
  /// The purpose, the method, the redirect URL without its query, and the session's id.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "purpose": purpose.name, "method": method?.rawValue ?? "nil",
      "redirectURL": redirectURL.map { RedactedURL.text($0) } ?? "nil", "session": session?.id.rawValue ?? "nil",
    ]
  }
}
