import AuthAppSessions
public import AuthCore
import AuthVerifier
import AuthVerifierAuthsignal
import AuthVerifierHawcx
import AuthVerifierOIDC
import AuthVerifierPrivy
import AuthVerifierTurnkey
public import BackendServer

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The backend of an app whose users arrive through five providers. One verifier checks every request, and one
/// directory decides which user of the app the caller is.
///
/// | route | body | response |
/// | --- | --- | --- |
/// | `GET /me` | – | `{"user","provider"}` |
/// | `DELETE /me` | – | `{}` after the deletion of the user; 410 if the user was deleted before |
/// | `POST /link` | `{"authorization"}`: a credential of the user to whom the caller's account is added | `{"user"}` |
/// | `POST /track` | `{"identifier","action"}` | `{"token"}`, for Authsignal's sign-in |
/// | `POST /authsignal/exchange` | `{"token"}` | a session of the app |
/// | `POST /hawcx/exchange` | `{"authCode","codeVerifier"}` | a session of the app |
/// | `POST /session/refresh`, `POST /session/revoke` | `{"refreshToken"}` | a session of the app; `{}` |
public struct NotesBackend: Sendable {
  private let publicURL: URL
  let verifier: RequestVerifier
  let directory: AccountDirectory
  let sessions: AppSessions
  let signIns: VendorSignIns
  let deleted: DeletedUsers
  let clock: any AuthClock

  /// Creates a backend.
  ///
  /// - Parameters:
  ///   - configuration: the configuration of the app, whose blocks have the keys of the backend in `verifier`.
  ///   - publicURL: the address of this backend as clients see it.
  ///   - records: where sessions and accounts are stored.
  ///   - transport: sends the requests to the vendors.
  ///   - clock: the time.
  /// - Throws: `invalid_configuration`.
  public init(
    _ configuration: AuthConfiguration, publicURL: URL, records: any RecordStore, transport: any HTTPTransport,
    clock: any AuthClock = SystemClock()
  ) throws(AuthError) {
    self.publicURL = publicURL
    self.clock = clock
    deleted = DeletedUsers(records: records.namespaced("deleted"))
    sessions = AppSessions(records: records, clock: clock)
    // Turnkey's credentials do not name this app, and Authsignal's do not prove an address: such accounts are linked.
    let rule = AccountDirectory.Rule(
      trustedForEmail: ["hawcx", "oidc"], createsUsers: ["hawcx", "oidc", "privy"])
    directory = AccountDirectory(records: records.namespaced("accounts"), rule: rule)
    verifier = try RequestVerifier(
      configuration: configuration, plugins: [.turnkey, .privy, .hawcx, .authsignal, .oidc],
      services: VerifierServices(transport: transport, clock: clock), accounts: directory,
      others: [AppSessionVerifier(sessions)])
    signIns = try VendorSignIns(configuration, transport: transport, clock: clock)
  }

  /// Answers a request.
  public func answer(_ request: BackendRequest) async -> BackendResponse {
    do {
      switch (request.method, request.path) {
      case ("GET", "/me"):
        let principal = try await caller(of: request)
        return .ok(["user": Self.user(principal), "provider": .string(principal.provider.rawValue)])
      case ("DELETE", "/me"): return try await deleteUser(request)
      case ("POST", "/link"): return .ok(try await link(request))
      case ("POST", "/track"): return .ok(["token": try await signIns.actionToken(try request.fields())])
      case ("POST", "/authsignal/exchange"):
        return .ok(try await session(for: "Authsignal " + (try request.fields().text("token"))))
      case ("POST", "/hawcx/exchange"):
        return .ok(try await session(for: "Bearer " + (try await signIns.identityToken(try request.fields()))))
      case ("POST", "/session/refresh"):
        return .ok(try await sessions.rotate(Secret(try request.fields().text("refreshToken"))).json)
      case ("POST", "/session/revoke"):
        try await sessions.revoke(refreshToken: Secret(try request.fields().text("refreshToken")))
        return .ok([:])
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

  func presented(_ request: BackendRequest) throws(AuthError) -> PresentedRequest {
    let base = publicURL.absoluteString
    guard let url = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + request.target) else {
      throw AuthError(.invalidRequest, "The request's target is not a path.")
    }
    return PresentedRequest(request.method, url, headers: request.headers)
  }

  /// Opens the app's own session for a user who has just signed in at a vendor.
  private func session(for authorization: String) async throws -> JSONValue {
    let principal = try await verifier.verify(
      PresentedRequest("POST", publicURL, headers: ["Authorization": authorization]), resolvingAccount: false)
    guard let user = try await directory.user(of: principal) else {
      throw AuthError(.forbidden, "The account belongs to no user of this app. Link it first.")
    }
    return try await sessions.issue(
      AppSessionRequest(
        subject: user, provider: principal.provider, providerSubject: principal.subject,
        providerSession: principal.sessionID, authenticatedAt: principal.authenticatedAt)
    ).json
  }

  /// Adds the caller's account to a user, who is named by a credential in the body. Both credentials are in the
  /// request, so that only a person who holds both can link them. The caller's credential can be bound to a key; the
  /// one in the body is a bearer token. Before you use this in production, require a recent sign-in of the user
  /// (`AccessRequirement`): a stolen token must not add an account of the thief.
  private func link(_ request: BackendRequest) async throws -> JSONValue {
    let added = try await verifier.verify(presented(request), resolvingAccount: false)
    let credential = try request.fields().text("authorization")
    let known: Principal
    do throws(RequestRefusal) {
      known = try await verifier.verify(
        PresentedRequest("POST", publicURL, headers: ["Authorization": credential]))
    } catch {
      // Not 401: the caller's own credential is valid.
      throw AuthError(.invalidRequest, "The credential in 'authorization' is not valid. Sign in there again.")
    }
    guard let user = known.user, added.credential != .appSession else {
      throw AuthError(.invalidRequest, "Send the request with a credential of a provider, not with one of the app.")
    }
    try await directory.link(added, to: user)
    return ["user": .string(user)]
  }

  private static func user(_ principal: Principal) -> JSONValue { principal.user.map { .string($0) } ?? .null }
}
