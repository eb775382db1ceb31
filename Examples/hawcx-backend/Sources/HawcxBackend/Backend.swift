import AuthAppSessions
public import AuthCore
import AuthHawcx
import AuthStorage
public import BackendServer

/// The app's backend: it exchanges a flow's code at the vendor, verifies the user, and opens the app's own session. It
/// is a value without a server, so that any server can use it.
///
/// | route | body | response |
/// | --- | --- | --- |
/// | `POST /hawcx/exchange` | `{"authCode","codeVerifier","identifier"?,"session"?}` | a session |
/// | `POST /session/refresh` | `{"refreshToken"}` | a session |
/// | `POST /session/revoke` | `{"refreshToken"}` | `{}` |
/// | `POST /hawcx/step-up` | bearer token, `{"purpose","newMethod" or "newPhoneNumber"}` | `{"startToken","expiresIn"}` |
/// | `POST /hawcx/step-up/finish` | bearer token, `{"receipt"}` | `{"ok","purpose"}` |
/// | `GET /me` | bearer token | `{"subject","identifier"?}` |
///
/// A session is `{"token","expiresIn","refreshToken","subject"}`, an error `{"error","message","vendorCode"?}`.
/// Step-ups need a confidential client: the vendor's management API accepts no other.
public struct Backend: Sendable {
  private let exchange: HawcxCodeExchange
  private let sessions: AppSessions
  private let stepUps: StepUps?

  /// Creates a backend.
  ///
  /// - Parameters:
  ///   - configuration: the tenant and the client at the vendor.
  ///   - transport: sends the requests to the vendor.
  ///   - clock: the time for tokens.
  ///   - random: the source of the app's own tokens.
  ///   - records: where the sessions are stored; nil for this process's memory.
  public init(
    _ configuration: BackendConfiguration, transport: any HTTPTransport, clock: any AuthClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(), records: (any RecordStore)? = nil
  ) {
    exchange = HawcxCodeExchange(
      issuer: configuration.baseURL.root, clientID: configuration.clientID, configID: configuration.configID,
      assertion: configuration.assertion, transport: transport, clock: clock)
    sessions = AppSessions(records: records ?? MemoryRecordStore(clock: clock), clock: clock, random: random)
    stepUps = configuration.assertion.map { assertion in
      StepUps(
        HawcxManagement(
          baseURL: configuration.baseURL, clientID: configuration.clientID, configID: configuration.configID,
          assertion: assertion, transport: transport, clock: clock))
    }
  }

  /// Answers a request.
  public func answer(_ request: BackendRequest) async -> BackendResponse {
    do throws(AuthError) {
      switch (request.method, request.path) {
      case ("POST", "/hawcx/exchange"): return .ok(try await signIn(try request.fields()))
      case ("POST", "/session/refresh"):
        return .ok(try await sessions.rotate(Secret(try request.fields().text("refreshToken"))).json)
      case ("POST", "/session/revoke"):
        try await sessions.revoke(refreshToken: Secret(try request.fields().text("refreshToken")))
        return .ok([:])
      case ("POST", "/hawcx/step-up"):
        let user = try await user(request.bearer)
        return .ok(try await confidential().begin(try request.fields(), for: user))
      case ("POST", "/hawcx/step-up/finish"):
        let user = try await user(request.bearer)
        return .ok(try await confidential().finish(try request.fields(), for: user))
      case ("GET", "/me"): return .ok(me(try await user(request.bearer)))
      default:
        return BackendResponse(
          status: 404, body: ["error": "not_found", "message": "The route is unknown. See the README."])
      }
    } catch {
      return .refusal(error)
    }
  }

  private func signIn(_ fields: BackendFields) async throws(AuthError) -> JSONValue {
    let identity = try await exchange.exchange(
      code: Secret(try fields.text("authCode")), verifier: Secret(try fields.text("codeVerifier")))
    let known = ["email", "phone_number"].compactMap { identity.claims[$0]?.stringValue }
    if let wanted = fields.optionalText("identifier") {
      // The app sends the identifier of the user who signs in. The code of another user must not open a session
      // unnoticed.
      guard known.contains(where: { $0.lowercased() == wanted.lowercased() }) else {
        throw AuthError(.forbidden, "The code belongs to a user other than 'identifier'. Sign in again.")
      }
    }
    let user = BackendUser(subject: identity.subject, identifier: known.first)
    return try await sessions.issue(
      AppSessionRequest(
        subject: user.subject, provider: "hawcx", providerSession: identity.claims["sid"]?.stringValue,
        claims: user.claims)
    ).json
  }

  private func user(_ token: Secret?) async throws(AuthError) -> BackendUser {
    guard let token else { throw AuthError(.invalidToken, "Send the session's token as a bearer token.") }
    return BackendUser(try await sessions.verify(token))
  }

  private func me(_ user: BackendUser) -> JSONValue {
    var answer: JSONObject = ["subject": .string(user.subject)]
    answer["identifier"] = user.identifier.map { .string($0) }
    return .object(answer)
  }

  private func confidential() throws(AuthError) -> StepUps {
    guard let stepUps else {
      throw AuthError(
        .invalidConfiguration, "Step-ups need a confidential client: set HAWCX_CLIENT_KEY and HAWCX_CLIENT_KEY_ID.")
    }
    return stepUps
  }
}
