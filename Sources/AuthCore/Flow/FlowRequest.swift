#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a flow is asked to do.
public struct FlowRequest: Sendable {
  /// What for.
  public enum Purpose: Sendable, Hashable {
    /// Sign a user in; an unknown one is signed up where the vendor and the configuration allow it.
    case signIn
    /// Sign a new user up; fails for a known one.
    case signUp
    /// Add a method to the signed-in user.
    case enroll(MethodID)
    /// Prove presence again, for one action.
    case stepUp(action: String)
    /// Join another account of the user to this one.
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
  /// What for.
  public var purpose: Purpose
  /// Which method; nil leaves the choice to the provider.
  public var method: MethodID?
  /// The token that the flow starts from. It stands alone: no token provider is asked in its place.
  public var token: Secret?
  /// Where a redirect is to come back to.
  public var redirectURL: URL?
  /// What a sign-up tells about the user.
  public var profile: FlowProfile
  /// Whose step-up or enrolment it is, as it was when the flow began; may be another provider's session. nil takes the
  /// selected one. What is sent with its credential takes that from `currentSession()`.
  public var session: Session?
  /// How a passkey ceremony is to look.
  public var passkey: PasskeyOptions
  /// Whether a code or a proof is exchanged for a session at the app's backend, where the configuration names one.
  public var exchange: Bool
  /// Where `currentSession()` has it from; set by the client that starts the flow.
  var sessionSource: FlowSession?

  /// A request; by default a sign-in.
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
  /// The session that the flow is about, with a credential that works: renewed when due, by the engine that everyone else
  /// asks. A person takes longer than some credentials live, so a performer asks for each effect anew.
  ///
  /// - Returns: `session` as it is where no client started the flow, where it is not stored here, and where it cannot be
  ///   renewed: what it is still good for, its server says. nil where the flow is about no session.
  /// - Throws: what `AuthClient.session()` throws; `not_signed_in` when its user has signed out meanwhile.
  public func currentSession() async throws(AuthError) -> Session? {
    guard let session, let sessionSource else { return session }
    let current = try await sessionSource.current()
    guard current.id == session.id else {
      throw AuthError(.internalError, "The flow was given the session of another user.", provider: session.providerID)
    }
    return current
  }
}

extension FlowRequest {
  /// Checks that the method that is asked for, where one is, is among `offered`.
  ///
  /// - Throws: `method_not_available`; the message names the methods that are offered.
  public func require(_ offered: [MethodID], of provider: ProviderID) throws(AuthError) {
    guard let method, !offered.contains(method) else { return }
    throw .methodNotOffered(method, by: provider, offering: offered)
  }
}

extension AuthError {
  /// A provider does not offer a method: `method_not_available`, with the methods that it offers.
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
  /// What it is for.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "purpose": purpose.name, "method": method?.rawValue ?? "nil",
      "redirectURL": redirectURL.map { RedactedURL.text($0) } ?? "nil", "session": session?.id.rawValue ?? "nil",
    ]
  }
}
