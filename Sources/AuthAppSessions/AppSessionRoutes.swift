import AuthCore
public import AuthCrypto

/// The routes of a backend that concern only its sessions, as functions from the body of a request to a response.
public struct AppSessionRoutes: Sendable {
  private let sessions: AppSessions

  /// The size in bytes of the largest accepted body with a refresh token.
  public static let maximumByteCount = 4096

  /// Creates the routes of these sessions.
  public init(_ sessions: AppSessions) { self.sessions = sessions }

  /// `POST /session/refresh {"refreshToken"}` returns a session with new tokens.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - dpopKeyThumbprint: the thumbprint of the key of the request's DPoP proof, which the caller has checked; nil
  ///     without a proof.
  public func refresh(_ body: [UInt8], dpopKeyThumbprint: String? = nil) async -> AppSessionAnswer {
    do throws(AuthError) {
      return AppSessionAnswer(
        try await sessions.rotate(try Self.refreshToken(body), dpopKeyThumbprint: dpopKeyThumbprint))
    } catch {
      return AppSessionAnswer(error)
    }
  }

  /// `POST /session/revoke {"refreshToken"}` ends the session and returns `{}`, also for a token that is not known (RFC
  /// 7009 §2.2).
  public func revoke(_ body: [UInt8]) async -> AppSessionAnswer {
    do throws(AuthError) {
      try await sessions.revoke(refreshToken: try Self.refreshToken(body))
      return AppSessionAnswer(200, [:])
    } catch {
      return AppSessionAnswer(error)
    }
  }

  /// The `backchannel_logout_uri` of an OpenID client: `logout_token=…` as a form. The response is 200, or 400 if the
  /// token is refused (OpenID Connect Back-Channel Logout 1.0 §2.8), or 503 if it could not be handled: the provider
  /// may send it again.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - verifier: the verifier of the provider.
  ///   - keys: the provider's key set.
  public func backChannelLogout(
    _ body: [UInt8], verifier: LogoutTokenVerifier, keys: JWKSCache
  ) async -> AppSessionAnswer {
    do throws(AuthError) {
      let request = try BackChannelLogoutRequest(form: body)
      try await sessions.handle(try await verifier.verify(request.logoutToken, with: keys))
      return AppSessionAnswer(200, [:])
    } catch {
      return Self.refused(error, ["error": "invalid_request", "error_description": .string(error.message)])
    }
  }

  /// The endpoint for security event tokens that are pushed (RFC 8935): the token is the body. The response is 202, or
  /// 400 with `{"err","description"}` if the token is refused (§2.3), or 503 if it could not be handled.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - verifier: the verifier of the transmitter.
  ///   - keys: the transmitter's key set.
  public func securityEvent(
    _ body: [UInt8], verifier: SecurityEventVerifier, keys: JWKSCache
  ) async -> AppSessionAnswer {
    do throws(AuthError) {
      guard body.count <= SecurityEventVerifier.maximumByteCount, let token = String(strictUTF8: body) else {
        throw AuthError(
          .invalidRequest,
          "The body has more than \(SecurityEventVerifier.maximumByteCount) bytes or is not UTF-8. Send one security "
            + "event token as the body.")
      }
      try await sessions.handle(try await verifier.verify(token.trimmingBlanks, with: keys))
      return AppSessionAnswer(202, [:])
    } catch {
      let code = error.code == .signatureInvalid ? "invalid_key" : "invalid_request"
      return Self.refused(error, ["err": .string(code), "description": .string(error.message)])
    }
  }

  /// The errors that say that a token of an event is not acceptable, now or later.
  private static let refusals: Set<AuthError.Code> = [
    .invalidToken, .tokenExpired, .signatureInvalid, .invalidRequest, .unsupported,
  ]

  /// Returns 400 with `body` for a token that is refused, and the general response for any other error.
  private static func refused(_ error: AuthError, _ body: JSONValue) -> AppSessionAnswer {
    refusals.contains(error.code) ? AppSessionAnswer(400, body) : AppSessionAnswer(error)
  }

  private static func refreshToken(_ body: [UInt8]) throws(AuthError) -> Secret {
    let wrong = AuthError(
      .invalidRequest,
      "The body is not a JSON object with the string 'refreshToken', or has more than \(maximumByteCount) bytes. Send "
        + "such an object.")
    guard body.count <= maximumByteCount else { throw wrong }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: body, depthLimit: 4)
    } catch {
      throw wrong
    }
    guard let token = value["refreshToken"]?.stringValue, !token.isEmpty else { throw wrong }
    return Secret(token)
  }
}
