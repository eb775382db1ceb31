import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's client API: JSON over HTTP below `{authBaseURL}/api/v1` (P40).
struct PrivyAPI: Sendable {
  let configuration: PrivyConfiguration
  let transport: any HTTPTransport
  let clock: any AuthClock
  let analyticsID: ClientAnalyticsID
  var refusedLinks = RefusedLinks()

  /// The client's name. DESIGN P2: the form `<sdk>:<version>` is the vendor's; the name is this package's own.
  private static let client = "latchkey-swift:" + PackageVersion.current
  /// The timeout of the vendor's clients (P52).
  private static let timeout = Duration.seconds(20)
  /// The timeout of a sign-out. It is shorter, because the user waits and the sign-out can be repeated later.
  private static let logoutTimeout = Duration.seconds(3)

  /// Opens a session for a proof. A JWT of the app's identity system is not used up: sending it twice opens two
  /// sessions.
  func authenticate(
    _ proof: PrivyProof, mode: PrivyConfiguration.Mode
  ) async throws(AuthError) -> AuthenticatedUser {
    var body = proof.body
    // Some request schemas have no mode, and allow no additional members (P20, P21, P22).
    if proof.takesMode { body["mode"] = .string(mode.rawValue) }
    let response = try await answer(
      try await request(proof.signInRoute, .object(body), retry: proof.retry), in: proof.context)
    return try AuthenticatedUser(response)
  }

  /// Renews a session.
  ///
  /// DESIGN P52: the request is sent only once, since it may use up the refresh token.
  ///
  /// - Parameter bearer: the session's own token, which may have expired.
  func refresh(_ credential: RefreshCredential, bearer: Secret?) async throws(AuthError) -> AuthenticatedUser {
    var request = try await request("sessions", .object(credential.body), bearer: bearer)
    request.headers["Cookie"] = credential.cookieHeader
    return try AuthenticatedUser(try await answer(request, in: .refresh))
  }

  /// Ends a session. A session that has already ended is not an error.
  func logOut(_ session: Session) async throws(AuthError) {
    let credential = RefreshCredential(session)
    var request = try await request(
      "sessions/logout", .object(credential?.body ?? [:]), bearer: session.tokens.access, timeout: Self.logoutTimeout)
    request.headers["Cookie"] = credential?.cookieHeader
    do throws(AuthError) {
      // The response is a JSON object (P38), or a 204 without a body. A captive portal's page is not a sign-out.
      let response = try await answer(request, in: .logOut)
      let isObject = response.status == 204 ? true : try response.json().objectValue != nil
      guard isObject else {
        throw AuthError(
          .malformedResponse,
          "The response to the sign-out is not a JSON object. Check the network for a captive portal, and try again.")
      }
    } catch {
      guard PrivyErrors.meansLoggedOut(error) else { throw error }
    }
  }

  /// Fetches the user of an access token and, if the response contains one, an identity token with the same user data
  /// (P1).
  func currentUser(_ access: Secret) async throws(AuthError) -> (user: PrivyUser, identityToken: Secret?) {
    let request = TransportRequest(
      "GET", url("users/me"), headers: try await headers(bearer: access), timeout: Self.timeout)
    let json = try await send(request, in: .session)
    guard let user = json["user"] else {
      throw AuthError(
        .malformedResponse, "The response has no valid field 'user'. Check the server's address, and try again.")
    }
    return (try PrivyUser(json: user), try json.privyToken("identity_token"))
  }

  /// Fetches the settings that the app has in the vendor's dashboard.
  func appSettings() async throws(AuthError) -> PrivyAppSettings {
    let path = "apps/" + PercentEncoding.encode(configuration.appID)
    let request = TransportRequest("GET", url(path), headers: try await headers(), retry: .safe, timeout: Self.timeout)
    return PrivyAppSettings(try await send(request, in: .session))
  }

  /// The headers of every request.
  func headers(bearer: Secret? = nil, mfaToken: Secret? = nil) async throws(AuthError) -> HTTPHeaders {
    var headers: HTTPHeaders = [
      "privy-app-id": configuration.appID, "privy-client-id": configuration.appClientID,
      "privy-client": Self.client, "privy-ca-id": try await analyticsID.value(), "Accept": "application/json",
    ]
    headers["x-native-app-identifier"] = configuration.nativeAppIdentifier
    headers["Authorization"] = bearer.map { "Bearer " + $0.revealText() }
    headers[PrivyProvider.mfaTokenHeader] = mfaToken?.revealText()
    return headers
  }

  func post(
    _ path: String, _ body: JSONValue, in context: PrivyErrors.Context, bearer: Secret? = nil,
    mfaToken: Secret? = nil, headers: HTTPHeaders = [:]
  ) async throws(AuthError) -> JSONValue {
    var request = try await request(path, body, bearer: bearer, mfaToken: mfaToken)
    for field in headers.fields { request.headers[field.name] = field.value }
    return try await send(request, in: context)
  }

  /// Sends a request to a route that returns `{"success": true}` (P80).
  ///
  /// - Throws: `malformed_response` if the response has no such value, `provider_error` if the value is false, and the
  ///   errors of the request.
  func postForSuccess(
    _ path: String, _ body: JSONValue, in context: PrivyErrors.Context, bearer: Secret? = nil, mfaToken: Secret? = nil
  ) async throws(AuthError) {
    let answer = try await post(path, body, in: context, bearer: bearer, mfaToken: mfaToken)
    guard let hasSucceeded = answer["success"]?.boolValue else {
      throw AuthError(
        .malformedResponse, "The response has no valid field 'success'. Check the server's address, and try again.")
    }
    guard hasSucceeded else {
      throw AuthError(
        .providerError, "The vendor's response has 'success': false, without a reason. Try again.",
        recovery: .retryRequest)
    }
  }

  func request(
    _ path: String, _ body: JSONValue, bearer: Secret? = nil, mfaToken: Secret? = nil, retry: RetryIntent = .never,
    timeout: Duration = timeout
  ) async throws(AuthError) -> TransportRequest {
    var request = TransportRequest.json(
      "POST", url(path), body, headers: try await headers(bearer: bearer, mfaToken: mfaToken), retry: retry)
    request.timeout = timeout
    return request
  }

  private func send(
    _ request: TransportRequest, in context: PrivyErrors.Context
  ) async throws(AuthError) -> JSONValue {
    let response = try await answer(request, in: context)
    // The enrolment of passkeys returns an empty object (P3). An empty body is accepted in its place.
    if response.body.isEmpty { return [:] }
    return try response.json()
  }

  private func answer(
    _ request: TransportRequest, in context: PrivyErrors.Context
  ) async throws(AuthError) -> TransportResponse {
    let response = try await transport.send(request)
    guard response.isSuccess else { throw PrivyErrors.error(response, in: context, now: clock.now()) }
    return response
  }

  private func url(_ path: String) -> URL { configuration.authBaseURL.appending(path: "api/v1/" + path) }
}

extension JSONValue {
  /// A member with a token; nil if it is missing, null or blank.
  ///
  /// - Throws: `malformed_response` if the member is not a token.
  func privyToken(_ name: String) throws(AuthError) -> Secret? {
    if self[name]?.stringValue?.trimmingBlanks.isEmpty == true { return nil }
    return try optionalToken(name)
  }
}
