import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's client API: JSON over HTTP below `{authBaseURL}/api/v1` (Privy protocol notes §2 and §3).
struct PrivyAPI: Sendable {
  let configuration: PrivyConfiguration
  let transport: any HTTPTransport
  let clock: any AuthClock
  let analyticsID: ClientAnalyticsID

  /// Who is calling (DESIGN: the vendor's own Swift literal is not known).
  private static let client = "authcore-swift:" + PackageVersion.current
  /// How long the vendor's clients wait (Privy protocol notes §2), and how long for a sign-out, which nobody needs.
  private static let timeout = Duration.seconds(20)
  private static let logoutTimeout = Duration.seconds(3)

  /// Opens a session for whoever shows a proof. Showing a token twice opens two sessions and spends nothing.
  func authenticate(
    _ proof: PrivyProof, mode: PrivyConfiguration.Mode
  ) async throws(AuthError) -> AuthenticatedUser {
    var body = proof.body
    body["mode"] = .string(mode.rawValue)
    return try AuthenticatedUser(
      try await post(proof.signInRoute, .object(body), in: proof.context, retry: proof.retry))
  }

  /// Renews a session. Sent once and never again: the refresh token is spent by it (Privy protocol notes §5.4).
  ///
  /// - Parameter bearer: the session's own token, which may be past its time.
  func refresh(_ refreshToken: Secret, bearer: Secret?) async throws(AuthError) -> AuthenticatedUser {
    let body: JSONValue = ["refresh_token": .string(refreshToken.revealText())]
    return try AuthenticatedUser(try await post("sessions", body, in: .refresh, bearer: bearer))
  }

  /// Ends a session. One that is over already is no failure.
  func logOut(_ session: Session) async throws(AuthError) {
    var body = JSONObject()
    body["refresh_token"] = session.tokens.refresh.map { .string($0.revealText()) }
    do throws(AuthError) {
      _ = try await post(
        "sessions/logout", .object(body), in: .logOut, bearer: session.tokens.access, timeout: Self.logoutTimeout)
    } catch {
      guard PrivyErrors.meansLoggedOut(error) else { throw error }
    }
  }

  /// The user whose token this is.
  func currentUser(_ access: Secret) async throws(AuthError) -> PrivyUser {
    let request = TransportRequest(
      "GET", url("users/me"), headers: try await headers(bearer: access), timeout: Self.timeout)
    let answer = try await send(request, in: .session)
    // INFER: no source says whether the user stands alone or under a name.
    return try PrivyUser(json: answer["user"] ?? answer)
  }

  /// What every request carries.
  func headers(bearer: Secret? = nil) async throws(AuthError) -> HTTPHeaders {
    var headers: HTTPHeaders = [
      "privy-app-id": configuration.appID, "privy-client-id": configuration.appClientID,
      "privy-client": Self.client, "privy-ca-id": try await analyticsID.value(), "Accept": "application/json",
    ]
    headers["x-native-app-identifier"] = configuration.nativeAppIdentifier
    headers["Authorization"] = bearer.map { "Bearer " + $0.revealText() }
    return headers
  }

  func post(
    _ path: String, _ body: JSONValue, in context: PrivyErrors.Context, bearer: Secret? = nil,
    retry: RetryIntent = .never, timeout: Duration = timeout
  ) async throws(AuthError) -> JSONValue {
    var request = TransportRequest.json(
      "POST", url(path), body, headers: try await headers(bearer: bearer), retry: retry)
    request.timeout = timeout
    return try await send(request, in: context)
  }

  func send(
    _ request: TransportRequest, in context: PrivyErrors.Context
  ) async throws(AuthError) -> JSONValue {
    let response = try await transport.send(request)
    guard response.isSuccess else { throw PrivyErrors.error(response, in: context, now: clock.now()) }
    // A sign-out may be answered without a body.
    if response.body.isEmpty { return [:] }
    return try response.json()
  }

  func url(_ path: String) -> URL { configuration.authBaseURL.appending(path: "api/v1/" + path) }
}
