import AuthAppSessions
public import AuthAppSessionsAuthsignal
public import AuthCore
import AuthCrypto
import AuthStorage
import AuthVerifier
public import BackendServer

/// The app's backend: it tracks actions at the vendor, opens the app's own session for the proof of a sign-in, accepts
/// the proofs of step-ups, and receives the vendor's webhooks. It is a value without a server, so that any server can use
/// it.
///
/// | route | body | response |
/// | --- | --- | --- |
/// | `POST /track` | `{"identifier","action","scope"?}`; bearer token, if the user is signed in | `{"token"}` |
/// | `POST /authsignal/exchange` | `{"token"}` | a session |
/// | `POST /authsignal/step-up/finish` | bearer token, `{"token","action"}` | `{"ok","action"}` |
/// | `POST /authsignal/webhook` | an event, signed in `X-Signature-V2` | `{}` |
/// | `POST /session/refresh` | `{"refreshToken"}` | a session |
/// | `POST /session/revoke` | `{"refreshToken"}` | `{}` |
/// | `GET /me` | bearer token | `{"subject"}` |
///
/// A session is `{"token","expiresIn","refreshToken","subject"}`, an error `{"error","message","vendorCode"?}`.
public struct Backend: Sendable {
  /// The data that the user's device shows before an approval, such as an amount and a payee; nil for none. It comes from
  /// the backend's own records and not from the request: the user approves what the backend will do.
  public typealias Details = @Sendable (_ user: String, _ action: String) async -> JSONValue?

  private let configuration: BackendConfiguration
  private let tracker: ActionTracker
  private let proofs: ProofVerifiers
  private let webhooks: AuthsignalWebhookVerifier
  private let sessions: AppSessions
  private let clock: any AuthClock
  private let details: Details
  private let receive: @Sendable (AuthsignalWebhookEvent) async -> Void

  /// Creates a backend.
  ///
  /// - Parameters:
  ///   - configuration: the tenant at the vendor, and the actions.
  ///   - transport: sends the requests to the vendor.
  ///   - clock: the time for tokens.
  ///   - random: the source of the app's own tokens.
  ///   - records: where the sessions are stored; nil for this process's memory.
  ///   - details: returns the data that the user approves with an action.
  ///   - receive: receives each event whose signature is valid: for `push.created`, send the notification.
  /// - Throws: `invalid_configuration`.
  public init(
    _ configuration: BackendConfiguration, transport: any HTTPTransport, clock: any AuthClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(), records: (any RecordStore)? = nil,
    details: @escaping Details = { _, _ in nil },
    receive: @escaping @Sendable (AuthsignalWebhookEvent) async -> Void = { _ in }
  ) throws(AuthError) {
    self.configuration = configuration
    self.clock = clock
    self.details = details
    self.receive = receive
    tracker = ActionTracker(configuration: configuration, transport: transport, clock: clock)
    proofs = try ProofVerifiers(configuration, transport: transport, clock: clock)
    webhooks = AuthsignalWebhookVerifier(secrets: [configuration.secret], tenantID: configuration.tenantID)
    sessions = AppSessions(records: records ?? MemoryRecordStore(clock: clock), clock: clock, random: random)
  }

  /// Answers a request.
  public func answer(_ request: BackendRequest) async -> BackendResponse {
    do {
      switch (request.method, request.path) {
      case ("POST", "/track"): return .ok(try await track(request))
      case ("POST", "/authsignal/exchange"): return .ok(try await signIn(try request.fields()))
      case ("POST", "/authsignal/step-up/finish"):
        let user = try await user(request.bearer)
        return .ok(try await finish(try request.fields(), of: user))
      case ("POST", "/authsignal/webhook"): return .ok(try await webhook(request))
      case ("POST", "/session/refresh"):
        return .ok(try await sessions.rotate(Secret(try request.fields().text("refreshToken"))).json)
      case ("POST", "/session/revoke"):
        try await sessions.revoke(refreshToken: Secret(try request.fields().text("refreshToken")))
        return .ok([:])
      case ("GET", "/me"): return .ok(["subject": .string(try await user(request.bearer))])
      default:
        return BackendResponse(
          status: 404, body: ["error": "not_found", "message": "The route is unknown. See the README."])
      }
    } catch let refusal as RequestRefusal {
      return BackendResponse(status: refusal.status, body: refusal.body, headers: refusal.headers)
    } catch let error as AuthError {
      return .refusal(error)
    } catch {
      return .refusal(AuthError(.internalError, "The backend failed. See its log."))
    }
  }

  /// Tracks an action. Without a session, only a sign-in can be tracked, for any identifier, and its token cannot add a
  /// method to a user who has one. With a session, the session determines the user, not the identifier.
  private func track(_ request: BackendRequest) async throws(AuthError) -> JSONValue {
    let fields = try request.fields()
    let action = try fields.text("action")
    var scopes = ["read:authenticators"]
    var attributes: JSONObject = [:]
    let subject: String
    if let bearer = request.bearer {
      subject = try await user(bearer)
      guard configuration.actions.contains(action) else { throw Self.unknownAction }
      let wanted = fields.optionalText("scope")?.split(separator: " ") ?? []
      if wanted.contains("add:authenticators") { scopes.append("add:authenticators") }
    } else {
      let identifier = try fields.text("identifier").lowercased()
      guard action == BackendConfiguration.signInAction else {
        throw AuthError(.forbidden, "This action needs a signed-in user. Send the session's token as a bearer token.")
      }
      subject = Self.userID(of: identifier)
      attributes = ["username": .string(identifier)]
      attributes[identifier.contains("@") ? "email" : "phoneNumber"] = .string(identifier)
    }
    attributes["scope"] = .string(scopes.joined(separator: " "))
    attributes["custom"] = await details(subject, action)
    return ["token": .string(try await tracker.track(action, of: subject, attributes).revealText())]
  }

  private func signIn(_ fields: BackendFields) async throws -> JSONValue {
    let principal = try await proofs.signIn(try fields.text("token"))
    return try await sessions.issue(
      AppSessionRequest(
        subject: principal.subject, provider: principal.provider, authenticatedAt: principal.authenticatedAt)
    ).json
  }

  /// Accepts the proof of a step-up, for the session's user and the named action. After that, the backend performs the
  /// action.
  private func finish(_ fields: BackendFields, of user: String) async throws -> JSONValue {
    let action = try fields.text("action")
    let principal = try await proofs.stepUp(try fields.text("token"))
    guard principal.subject == user, principal.claims["action"]?.stringValue == action else {
      throw AuthError(.forbidden, "The proof is for another user or action. Start the step-up again.")
    }
    return ["ok": true, "action": .string(action)]
  }

  /// Receives an event. A removed authenticator ends the user's sessions, because another person may have the device.
  private func webhook(_ request: BackendRequest) async throws(AuthError) -> JSONValue {
    let event = try webhooks.verify(
      request.body, signature: request.headers[AuthsignalWebhookVerifier.signatureHeader], at: clock.now())
    try await sessions.handle(event.notice(of: "authsignal"))
    await receive(event)
    return [:]
  }

  private func user(_ token: Secret?) async throws(AuthError) -> String {
    guard let token else { throw AuthError(.invalidToken, "Send the session's token as a bearer token.") }
    return try await sessions.verify(token).subject
  }

  private static var unknownAction: AuthError {
    AuthError(
      .invalidRequest, "The action is not among the backend's actions. Add it to AUTHSIGNAL_STEP_UP_ACTIONS.")
  }

  /// The user's id at the vendor: a hash, so that the vendor's logs do not have the identifier as a key. An app with its
  /// own table of users uses their ids.
  static func userID(of identifier: String) -> String {
    "usr_" + Hex.encode(Array(SHA256.hash(data: Array(identifier.utf8))).prefix(12))
  }
}
