import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// `GET` and `POST /authorize` (OpenID Connect Core §3.1.2.1): shows the page, or redirects to the client at once.
  mutating func authorize(_ request: SandboxRequest, _ world: inout SandboxWorld) -> SandboxResponse {
    let policy = world.oidcPolicy
    let parameters: OIDCParameters
    let client: OIDCRegisteredClient
    let isPushed: Bool
    let redirectURI: String
    do throws(OIDCFailure) {
      let given = try request.method == "POST" ? OIDCParameters(form: request) : OIDCParameters(request.query)
      isPushed = given["request_uri"] != nil
      (parameters, client) = try resolved(given, world)
      redirectURI = try Self.redirectURI(parameters, client)
    } catch {
      // The error is shown on a page: without a known client and redirect URI, there is no URI to report it to.
      return OIDCPages.refusal(error)
    }
    do throws(OIDCFailure) {
      if let error = policy.authorizationError {
        throw OIDCFailure(
          error: error,
          description: "The policy's 'authorizationError' ends every request with this error. Remove "
            + "'authorizationError' from the policy.")
      }
      if policy.requiresPushedAuthorization || client.requiresPushedAuthorization, !isPushed {
        throw .invalidRequest(
          "The request was not pushed (RFC 9126), which the issuer or the client's registration "
            + "requires. Push it, and send its request_uri.")
      }
      let accepted = try OIDCAuthorizationRequest(
        parameters, client: client, redirectURI: redirectURI, policy: policy)
      return try begin(accepted, request, client, &world)
    } catch {
      return refuse(error, parameters, redirectURI, world)
    }
  }

  /// The parameters of a request, and its client.
  private mutating func resolved(
    _ given: OIDCParameters, _ world: SandboxWorld
  ) throws(OIDCFailure) -> (OIDCParameters, OIDCRegisteredClient) {
    guard var client = clients.client(try given.required("client_id"), world.oidcPolicy) else {
      throw .invalidRequest("client_id is not known. Use an id of the sandbox's descriptor, or register a client.")
    }
    // The sandbox's own page signs users in with the public client.
    if client.id == clients.publicID { client.redirectURIs.append(Self.consoleRedirect(world)) }
    guard let uri = given["request_uri"] else { return (given, client) }
    return (try pushedParameters(uri, client, world), client)
  }

  /// The registered redirect URI of a request.
  static func redirectURI(_ parameters: OIDCParameters, _ client: OIDCRegisteredClient) throws(OIDCFailure) -> String {
    let given = try parameters.required("redirect_uri")
    guard client.redirectURIs.contains(where: { OIDCRedirectURI.matches(given, $0) }) else {
      throw .invalidRequest(
        "redirect_uri is not registered. Use http://127.0.0.1:PORT/callback, or add the URI to the policy redirectURIs."
      )
    }
    return given
  }

  /// Shows the page, or ends the request without one.
  private mutating func begin(
    _ accepted: OIDCAuthorizationRequest, _ request: SandboxRequest, _ client: OIDCRegisteredClient,
    _ world: inout SandboxWorld
  ) throws(OIDCFailure) -> SandboxResponse {
    let time = world.unixTime
    if let identifier = world.oidcPolicy.signInAs, !accepted.prompts.contains(.none) {
      return finish(accepted, try user(identifier, isNew: false, &world), accepted.requiredLevel, request, &world)
    }
    let found = logins.login(of: request, at: time)
    let isConsented =
      found.map { logins.hasConsented($0.login.subject, client.id, accepted.scopes) } ?? false
    switch OIDCAuthorizationDecision(accepted, login: found?.login, isConsented: isConsented, at: time) {
    case .refuse(let error):
      throw OIDCFailure(
        error: error,
        description: "The user must sign in or consent on the page, which prompt=none forbids. Send the request "
          + "without prompt=none.")
    case .grant:
      guard let login = found?.login else { throw .internalError }
      return issueCode(accepted, login, &world)
    case .page(let mayReuse):
      let id = world.random.token(byteCount: 24)
      let interaction = OIDCInteraction(request: accepted, session: mayReuse ? found?.login.subject : nil)
      newestInteraction = id
      interactions.put(id, interaction, until: time + OIDCInteraction.lifetime, at: time)
      return page(id, interaction, world)
    }
  }

  /// Signs a user in, and redirects to the client with a code.
  mutating func finish(
    _ accepted: OIDCAuthorizationRequest, _ user: OIDCEndUser, _ level: OIDCAuthenticationContext,
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) -> SandboxResponse {
    let time = world.unixTime
    var (cookie, login) = (
      world.random.token(byteCount: 24),
      OIDCBrowserSession(
        id: world.random.uuid(), subject: user.subject, authenticatedAt: time, level: level,
        expires: time + world.oidcPolicy.sessionSeconds)
    )
    // A user who authenticates again continues the session.
    if let known = logins.login(of: request, at: time), known.login.subject == user.subject {
      (cookie, login) = known
      login.authenticatedAt = time
      login.level = level
    }
    logins.put(cookie, login, at: time)
    logins.consent(user.subject, accepted.clientID, accepted.scopes)
    var response = issueCode(accepted, login, &world)
    response.headers.add("Set-Cookie", "\(OIDCBrowserSessions.cookie)=\(cookie); Path=/oidc; HttpOnly; SameSite=Lax")
    return response
  }

  /// Redirects to the client with a code for the user of a session.
  mutating func issueCode(
    _ accepted: OIDCAuthorizationRequest, _ login: OIDCBrowserSession, _ world: inout SandboxWorld
  ) -> SandboxResponse {
    let time = world.unixTime
    let text = world.random.token(byteCount: 32)
    let code = OIDCAuthorizationCode(
      request: accepted,
      authentication: OIDCAuthentication(
        subject: login.subject, session: login.id, at: login.authenticatedAt, level: login.level),
      expires: time + world.oidcPolicy.codeSeconds)
    codes.put(text, code, until: code.expires + OIDCAuthorizationCode.memory, at: time)
    return OIDCAuthorizationResponse(accepted, [("code", text)]).response(world)
  }

  /// Reports an error to the client.
  private func refuse(
    _ failure: OIDCFailure, _ parameters: OIDCParameters, _ redirectURI: String, _ world: SandboxWorld
  ) -> SandboxResponse {
    var mode = OIDCAuthorizationRequest.ResponseMode.query
    do throws(OIDCFailure) { mode = try OIDCAuthorizationRequest.mode(parameters) } catch {
      // The mode itself is wrong; the error is reported in the query.
    }
    return OIDCAuthorizationResponse(
      redirectURI: redirectURI, mode: mode, state: parameters["state"],
      fields: [("error", failure.error), ("error_description", failure.description)]
    ).response(world, note: failure.error)
  }

  /// Returns the user with an identifier. An unknown user is created, unless the policy forbids it.
  ///
  /// - Throws: `access_denied` if the user is unknown and may not be created, or if the request signs up a user
  ///   (`isNew`) who exists.
  mutating func user(
    _ identifier: String, isNew: Bool, _ world: inout SandboxWorld
  ) throws(OIDCFailure) -> OIDCEndUser {
    if let known = users.user(identifier: identifier) {
      guard !isNew else {
        throw OIDCFailure(error: "access_denied", description: "The user has an account already. Sign in instead.")
      }
      return known
    }
    guard world.createsUsers(name) else {
      throw OIDCFailure(error: "access_denied", description: "The user has no account here. Sign up first.")
    }
    return users.create(identifier, at: world.unixTime, random: world.random)
  }
}
