import AuthCore
import AuthCrypto
import BackendServer

extension Host {
  /// Signs a user in with a token of the app's identity system.
  ///
  /// - Throws: `invalid_request` for a body without `token`, and the errors of the sign-in.
  func signIn(_ request: BackendRequest) async throws(AuthError) -> BackendResponse {
    let token = try request.fields().text("token")
    let flow = auth.start(FlowRequest(method: .customJWT, token: Secret(token)))
    guard case .session(let session, let isNewUser) = try await flow.result() else {
      throw AuthError(.internalError, "The sign-in did not return a session. Report this to Latchkey's maintainers.")
    }
    history.note(Route.signIn.event, session: session.id, generation: session.generation)
    metrics.count("fleet_sign_ins_total")
    return .ok([
      "session": .string(session.id.rawValue), "generation": .integer(Int64(clamping: session.generation)),
      "isNewUser": .bool(isNewUser),
    ])
  }

  /// Returns a response with the hash of a valid token. The hash is enough to compare the responses of the hosts, and
  /// cannot be used as a token.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - renewed: whether to renew the session first, even if its token is valid.
  /// - Throws: `not_signed_in` for an unknown session, `unsupported` for one without an access token, and the errors of
  ///   the renewal and the store.
  func token(of id: SessionID, renewed: Bool) async throws(AuthError) -> BackendResponse {
    let account = try await account(id)
    let session: Session
    do throws(AuthError) {
      session = renewed ? try await account.refresh() : try await account.session()
    } catch {
      if error.code == .notSignedIn { accounts.forget(id) }
      throw error
    }
    guard let token = session.tokens.access else {
      throw AuthError(
        .unsupported, "The session has no access token. Sign in with a provider that issues one.",
        provider: session.providerID)
    }
    history.note(Route.token.event, session: id, generation: session.generation)
    let isSame = accounts.answered(id, session.generation)
    metrics.count("fleet_token_answers_total", ["generation": isSame ? "unchanged" : "new"])
    var body: JSONObject = [
      "session": .string(id.rawValue), "generation": .integer(Int64(clamping: session.generation)),
      "tokenSHA256": .string(token.withBytes { Hex.encode(Array(SHA256.hash(data: $0))) }), "host": .string(name),
    ]
    body["expiresAt"] = session.expiresAt.map { .string(ISO8601.encode($0)) }
    return .ok(.object(body))
  }

  /// Signs a session out, on all hosts. The member `told` of the response is `false` if the vendor did not revoke the
  /// session.
  func signOut(_ id: SessionID) async throws(AuthError) -> BackendResponse {
    let account = try await account(id)
    accounts.forget(id)
    let result = try await account.signOut()
    history.note(Route.signOut.event, session: id)
    return .ok(["session": .string(id.rawValue), "told": .bool(result.unrevoked.isEmpty)])
  }

  private func account(_ id: SessionID) async throws(AuthError) -> Account {
    if let known = accounts[id] { return known }
    let account = try await auth.account(id)
    accounts.keep(account)
    return account
  }
}
