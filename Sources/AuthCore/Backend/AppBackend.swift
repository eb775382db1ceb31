#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A client of the app's own backend, which exchanges the result of a flow for a session of the app, and renews and
/// revokes that session.
///
/// DESIGN D9: no vendor defines this interface. Exchange routes return `{"token", "expiresIn", "refreshToken"?,
/// "subject", "tokenType"?}`, and `POST {base}/session/refresh {"refreshToken"}` returns the same fields with new
/// tokens. `POST {base}/session/revoke {"refreshToken"}` ends the session. An error is `{"error", "message"?}`. The
/// `tokenType` is `DPoP` if the request had a proof (RFC 9449) and the session is bound to its key. The sandbox's
/// backend and the example backends implement this interface, except the binding to a key.
public struct AppBackend: Sendable {
  /// The backend's base URL.
  public let baseURL: URL
  private let transport: any HTTPTransport
  private let clock: any AuthClock
  private var binding: (key: KeyReference, proofs: RequestProofs)?

  /// Creates a client of the backend at `baseURL`.
  public init(baseURL: URL, transport: any HTTPTransport, clock: any AuthClock) {
    self.baseURL = baseURL
    self.transport = transport
    self.clock = clock
  }

  /// Returns a client whose requests prove possession of a key (RFC 9449), whose bearer tokens become DPoP tokens, and
  /// which accepts only sessions that the backend binds to this key: their `tokenType` is `DPoP`.
  public func bound(to key: KeyReference, by proofs: RequestProofs) -> AppBackend {
    var bound = self
    bound.binding = (key, proofs)
    return bound
  }

  /// Exchanges a result for a session of the app that is bound to a new key.
  ///
  /// - Parameters:
  ///   - path: the exchange route.
  ///   - body: the body of the request.
  ///   - proofs: the proofs; nil for a session without a key.
  ///   - keys: the key stores. The primary store makes the key. The key is deleted if there is no session.
  ///   - namespace: the owner of the key: the provider instance.
  /// - Throws: the errors of `exchange(path:_:headers:)` and of the key stores.
  public func exchange(
    path: String, _ body: JSONValue, by proofs: RequestProofs?, keys: KeyRing, namespace: String
  ) async throws(AuthError) -> (session: AppSession, key: KeyReference?) {
    guard let proofs else { return (try await exchange(path: path, body), nil) }
    let key = try await keys.generate(.p256, namespace: namespace)
    do throws(AuthError) {
      return (try await bound(to: key, by: proofs).exchange(path: path, body), key)
    } catch {
      // The error of the exchange is reported; an error of the deletion would hide it.
      try? await keys.delete(key)
      throw error
    }
  }

  /// Posts to an exchange route and returns the app's session.
  ///
  /// - Throws: the errors of `post`; `malformed_response` if the response is not a session; `cancelled` if the task was
  ///   cancelled, even if the response has arrived. In that case, no caller waits for the session, and it expires
  ///   unused.
  public func exchange(
    path: String, _ body: JSONValue, headers: HTTPHeaders = [:]
  ) async throws(AuthError) -> AppSession {
    let session = try await open(path, body, headers)
    if Task.isCancelled { throw .cancelled }
    return session
  }

  private func open(_ path: String, _ body: JSONValue, _ headers: HTTPHeaders) async throws(AuthError) -> AppSession {
    let answer = try await post(path, body, headers: headers)
    let session = try AppSession(answer, now: clock.now())
    if binding != nil, answer["tokenType"]?.stringValue?.lowercased() != "dpop" {
      throw AuthError(
        .malformedResponse,
        "The app's backend did not bind the session to the key (the field 'tokenType' is not 'DPoP'). Update the "
          + "backend, or set 'dpop' to 'off'.")
    }
    return session
  }

  /// Renews the app's session. The request is sent only once, because the backend accepts a refresh token only once.
  ///
  /// - Throws: `session_expired` if the backend refuses the token (HTTP 400, 401 or 403); `malformed_response` if the
  ///   response is not a session; otherwise the errors of `post`.
  public func refresh(_ token: Secret) async throws(AuthError) -> AppSession {
    do throws(AuthError) {
      return try await open("session/refresh", ["refreshToken": .string(token.revealText())], [:])
    } catch where error.code == .invalidToken {
      throw AuthError(
        .sessionExpired, "The app's backend no longer renews this session. Sign in again.",
        vendorCode: error.vendorCode)
    }
  }

  /// Ends the app's session: `POST {base}/session/revoke {"refreshToken"}`. If the backend refuses the token (HTTP 400,
  /// 401 or 403), the session has already ended, and the function returns.
  ///
  /// - Throws: the errors of `post` except `invalid_token`.
  public func revoke(_ token: Secret) async throws(AuthError) {
    do throws(AuthError) {
      _ = try await post("session/revoke", ["refreshToken": .string(token.revealText())])
    } catch where error.code == .invalidToken {
      return
    }
  }

  /// Posts JSON and returns the JSON of a 2xx response.
  ///
  /// - Throws: `invalid_token` for HTTP 400, 401 and 403; `malformed_response` if the body of such a response is a web
  ///   page, which probably comes from a proxy, or if the body of a 2xx response is not JSON; the errors of
  ///   `generalFailure` for 408, 429 and 5xx; `provider_error` for any other status; the errors of the transport.
  public func post(
    _ path: String, _ body: JSONValue, headers: HTTPHeaders = [:]
  ) async throws(AuthError) -> JSONValue {
    try await post(path, body, headers: headers, badRequest: nil)
  }

  /// Posts JSON to a route that defines what HTTP 400 means, and returns the JSON of a 2xx response.
  ///
  /// - Parameter badRequest: the error for HTTP 400 with a body that is not a web page; nil for `invalid_token`.
  /// - Throws: `badRequest`; the errors of `post`.
  package func post(
    _ path: String, _ body: JSONValue, headers: HTTPHeaders = [:], badRequest: AuthError?
  ) async throws(AuthError) -> JSONValue {
    let url = baseURL.appending(path: path)
    let request = TransportRequest.json("POST", url, body, headers: headers)
    let response = try await send(request)
    if response.isSuccess { return try response.json() }
    if let failure = response.generalFailure(now: clock.now()) { throw failure }
    let answer = Self.object(response)
    let vendorCode = answer?["error"]?.stringValue
    switch response.status {
    case 400, 401, 403:
      if response.isWebPage {
        throw AuthError(
          .malformedResponse,
          "The response to \(path) (HTTP \(response.status)) is a web page, not the backend's JSON. Check the "
            + "backend's baseURL, and whether a proxy sent the page."
        )
      }
      if response.status == 400, var refusal = badRequest {
        refusal.vendorCode = refusal.vendorCode ?? vendorCode
        throw refusal
      }
      throw AuthError(
        .invalidToken,
        "The app's backend rejected the request to \(path) (HTTP \(response.status)). Sign in again. If that does not "
          + "help, check the backend's log.", recovery: .signIn, vendorCode: vendorCode)
    default:
      throw AuthError(
        .providerError, "The app's backend returned HTTP \(response.status) for \(path). Check the backend's log.",
        vendorCode: vendorCode)
    }
  }

  private func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    guard let binding else { return try await transport.send(request) }
    let (bound, token) = RequestProofs.binding(request)
    let (key, proofs) = binding
    return try await proofs.send(by: transport, key: key, token: token) { () throws(AuthError) in bound }
  }

  private static func object(_ response: TransportResponse) -> JSONObject? {
    do throws(AuthError) { return try response.json().objectValue } catch { return nil }
  }
}
