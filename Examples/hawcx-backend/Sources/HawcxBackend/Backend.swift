public import AuthCore
import AuthHawcx
public import BackendServer

/// The app's backend: it exchanges the code that a flow ends in at the vendor, verifies who that is, and opens the app's
/// own session. A value without a server, so that any server can carry it.
///
/// | route | body | answer |
/// | --- | --- | --- |
/// | `POST /hawcx/exchange` | `{"authCode","codeVerifier","identifier"?,"session"?}` | a session |
/// | `POST /session/refresh` | `{"refreshToken"}` | a session |
/// | `POST /session/revoke` | `{"refreshToken"}` | `{}` |
/// | `GET /me` | bearer token | `{"subject","identifier"?}` |
///
/// A session is `{"token","expiresIn","refreshToken","subject"}`, a refusal `{"error","message","vendorCode"?}`.
public struct Backend: Sendable {
  private let exchange: HawcxCodeExchange
  private let sessions: AppSessions

  /// A backend.
  ///
  /// - Parameter transport: how the vendor is reached.
  public init(
    _ configuration: BackendConfiguration, transport: any HTTPTransport, clock: any AuthClock = SystemClock(),
    random: any RandomSource = SystemRandomSource()
  ) {
    exchange = HawcxCodeExchange(
      issuer: configuration.baseURL.root, clientID: configuration.clientID, configID: configuration.configID,
      assertion: configuration.assertion, transport: transport, clock: clock)
    sessions = AppSessions(clock: clock, random: random)
  }

  /// Answers a request.
  public func answer(_ request: BackendRequest) async -> BackendResponse {
    do throws(AuthError) {
      switch (request.method, request.path) {
      case ("POST", "/hawcx/exchange"): return .ok(try await signIn(try request.fields()))
      case ("POST", "/session/refresh"):
        return .ok(try await sessions.renew(Secret(try request.fields().text("refreshToken"))))
      case ("POST", "/session/revoke"):
        await sessions.end(Secret(try request.fields().text("refreshToken")))
        return .ok([:])
      case ("GET", "/me"): return .ok(try await me(request.bearer))
      default: return BackendResponse(status: 404, body: ["error": "not_found", "message": "There is no such route."])
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
      // Whom the app meant to sign in: another user's code must not open that user's session unnoticed.
      guard known.contains(where: { $0.lowercased() == wanted.lowercased() }) else {
        throw AuthError(.forbidden, "The code is another user's.")
      }
    }
    return await sessions.open(for: AppSessions.User(subject: identity.subject, identifier: known.first))
  }

  private func me(_ token: Secret?) async throws(AuthError) -> JSONValue {
    guard let token else { throw AuthError(.invalidToken, "Send the session's token as a bearer token.") }
    let user = try await sessions.user(token)
    var answer: JSONObject = ["subject": .string(user.subject)]
    answer["identifier"] = user.identifier.map { .string($0) }
    return .object(answer)
  }
}
