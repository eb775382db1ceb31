package import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The functions that all sign-in methods share.
extension TurnkeyProvider {
  /// The auth proxy.
  ///
  /// - Throws: `missing_auth_proxy_configuration`.
  func proxy() throws(AuthError) -> AuthProxyAPI {
    guard let configID = configuration.authProxyConfigID else { throw missingProxy("Calls") }
    return AuthProxyAPI(
      baseURL: configuration.authProxyURL, configID: configID, version: configuration.otpVersion,
      transport: services.transport, clock: services.clock)
  }

  /// The error for a missing `authProxyConfigId`.
  ///
  /// - Parameter subject: the start of the message, such as `One-time codes`.
  func missingProxy(_ subject: String) -> AuthError {
    AuthError(
      .missingAuthProxyConfiguration,
      "\(subject) through the vendor's auth proxy need authProxyConfigId. Set $.providers.\(id).authProxyConfigId.",
      provider: id)
  }

  /// The authenticator that holds passkeys, and their relying party.
  ///
  /// - Throws: `method_not_available`.
  package func passkeys() throws(AuthError) -> (any PasskeyAuthenticator, relyingPartyID: String) {
    guard let relyingPartyID = configuration.relyingPartyID else {
      throw AuthError(.methodNotAvailable, "Passkeys need a relying party. Set $.providers.\(id).rpId.", provider: id)
    }
    guard let authenticator = services.passkeys else {
      throw AuthError(
        .methodNotAvailable, "This client has no passkey authenticator. Set ProviderServices.passkeys.", provider: id)
    }
    return (authenticator, relyingPartyID)
  }

  /// A captcha token if the configuration requires one (`captcha`); otherwise nil.
  ///
  /// - Throws: `captcha_required` if no token provider returns one, and the token provider's errors.
  func captcha() async throws(AuthError) -> Secret? {
    guard configuration.needsCaptcha else { return nil }
    do throws(AuthError) {
      if let token = try await services.token(for: TokenRequest(.captcha, providerID: id)) { return token }
    } catch where error.code != .tokenRequired {
      throw error
    } catch {}
    throw AuthError(
      .captchaRequired,
      "The vendor requires a captcha, and no token provider returned a captcha token. Set a token provider that does.",
      provider: id)
  }

  /// The IDs of a contact's organisations, from the app's backend if the configuration has a route for them, otherwise
  /// from the auth proxy.
  ///
  /// - Throws: `missing_auth_proxy_configuration` without such a route and without an auth proxy, the refusals of the
  ///   server that is asked, `malformed_response`, and the transport's errors.
  func organizations(of contact: Contact) async throws(AuthError) -> [String] {
    guard let base = configuration.backendURL, let path = configuration.accountLookupPath else {
      return try await proxy().organization(of: .contact(contact)).map { [$0] } ?? []
    }
    let query = PercentEncoding.encodeForm([("filterType", contact.filterType), ("filterValue", contact.value)])
    let request = try TransportRequest("GET", base.appending(path: path).absoluteString + "?" + query)
    let response = try await services.transport.send(request)
    guard response.isSuccess else {
      throw response.generalFailure(now: services.clock.now())
        ?? AuthError(
          .providerError, "The app's backend returned HTTP \(response.status) for \(path). Check the backend's log.",
          provider: id)
    }
    guard let found = try response.json()["organizationIds"]?.arrayValue else {
      throw AuthError(
        .malformedResponse,
        "The backend's response to \(path) has no list 'organizationIds'. Correct the backend's response.",
        provider: id)
    }
    return found.compactMap(\.stringValue).filter { !$0.isEmpty }
  }

  /// The lifetime to request for a session, in seconds. The caller can choose it. Otherwise, the vendor's dashboard sets
  /// it, as in the vendor's SDKs (T19). The configuration sets it if there is no auth proxy, if the auth proxy refuses the request for the dashboard's
  /// settings, or if these contain no positive lifetime.
  ///
  /// - Throws: `invalid_request` for a choice outside of 60 to 2,592,000, the transient errors of the request for the
  ///   dashboard's settings, and `cancelled`.
  package func sessionSeconds(_ chosen: Int? = nil) async throws(AuthError) -> Int {
    if let chosen {
      guard (60...2_592_000).contains(chosen) else {
        throw AuthError(.invalidRequest, "expirationSeconds must be from 60 to 2592000.", provider: id)
      }
      return chosen
    }
    guard configuration.authProxyConfigID != nil else { return configuration.sessionExpirationSeconds }
    let seconds = try await dashboard(isNeeded: false)?.sessionExpirationSeconds ?? 0
    return seconds > 0 ? seconds : configuration.sessionExpirationSeconds
  }

  /// The body of the request that logs a key in (T23).
  ///
  /// - Parameters:
  ///   - publicKey: the new session's key.
  ///   - organizationID: the organisation whose user logs in; the parent organisation if the server is to find it.
  ///   - seconds: the session's lifetime.
  ///   - profileID: the session profile; nil for the configuration's.
  ///   - invalidatesExisting: whether the user's other sessions end; nil for the configuration's setting.
  package func loginBody(
    for publicKey: [UInt8], organizationID: String, lasting seconds: Int, profileID: String? = nil,
    invalidatesExisting: Bool? = nil
  ) -> [UInt8] {
    var parameters: JSONObject = [
      "publicKey": .string(Hex.encode(publicKey)), "expirationSeconds": .string(String(seconds)),
    ]
    if invalidatesExisting ?? configuration.invalidatesExisting { parameters["invalidateExisting"] = true }
    parameters["sessionProfileId"] = (profileID ?? configuration.sessionProfileID).map { .string($0) }
    return VendorActivity.body(
      type: ActivityKind.named("stamp_login").type, organizationID: organizationID, parameters: parameters,
      now: services.clock.now())
  }

  /// Verifies a session's token, records the session as opened, and returns the session.
  package func opened(_ token: Secret, _ opening: TurnkeySessionDetails) async throws(AuthError) -> Session {
    let now = services.clock.now()
    let verified = try SessionToken(
      verifying: token, publicKey: opening.key.publicKey, organizationID: opening.organizationID,
      keys: configuration.keys, now: now)
    try await sessionKeys.opened(opening.sessionID, until: verified.expiresAt, now: now)
    return verified.session(opening, of: self, now: now)
  }

  /// Deletes the keys of a new session if `body` fails, and rethrows its error. If they cannot be deleted now, the
  /// failure is recorded as an event, and `SessionKeys.recover` deletes them later.
  package func undoing<Result: Sendable>(
    _ sessionID: SessionID, _ body: () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    do throws(AuthError) {
      return try await body()
    } catch {
      do throws(AuthError) {
        try await sessionKeys.discard(sessionID)
      } catch let second {
        services.observer.record(.store(operation: "discard", provider: id, error: second))
      }
      throw error
    }
  }
}
