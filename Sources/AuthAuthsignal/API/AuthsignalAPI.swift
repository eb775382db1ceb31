import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's Client API (A1, A16). The calls for codes are here. Those for passkeys, device keys and approvals are
/// in extensions.
struct AuthsignalAPI: Sendable {
  let baseURL: URL
  let tenantID: String
  let transport: any HTTPTransport
  let clock: any AuthClock

  /// The client's name, for the vendor's statistics. DESIGN A6: the vendor's own SDKs send `ios` or `android`.
  private static let sdk = (name: "latchkey-swift", version: PackageVersion.current)

  /// The user's authenticators.
  func authenticators(_ token: ActionToken) async throws(AuthError) -> [Authenticator] {
    try Authenticator.list(try await call("GET", "user-authenticators", as: .token(token), in: .list))
  }

  /// Starts enrolling the method with a path segment, and returns the response. For e-mail and SMS this sends the first
  /// code or link.
  func enroll(_ segment: String, _ contact: Contact?, _ token: ActionToken) async throws(AuthError) -> JSONValue {
    let body = contact.map { contact -> JSONValue in
      contact.kind == .email ? ["email": .string(contact.value)] : ["phoneNumber": .string(contact.value)]
    }
    return try await call("POST", "user-authenticators/" + segment, body, as: .token(token), in: .enroll)
  }

  /// Sends a code or a link to an enrolled authenticator.
  ///
  /// - Parameters:
  ///   - segment: the path segment of the authenticator's method.
  ///   - authenticatorID: the authenticator; nil lets the server choose.
  ///   - token: the token of the user.
  /// - Returns: the challenge's ID.
  /// - Throws: the errors of the request; `malformed_response` for a response without a challenge.
  @discardableResult
  func challenge(
    _ segment: String, authenticatorID: String? = nil, _ token: ActionToken
  ) async throws(AuthError) -> String {
    let body = authenticatorID.map { JSONValue.object(["userAuthenticatorId": .string($0)]) }
    let answer = try await call("POST", "challenge/" + segment, body, as: .token(token), in: .challenge)
    return try answer.requiredIdentifier("challengeId")
  }

  /// Submits a code, for an enrolment or a challenge.
  func verify(_ code: Secret, _ method: CodeMethod, _ token: ActionToken) async throws(AuthError) -> Verification {
    let body: JSONValue = ["verificationCode": .string(code.revealText())]
    return try Verification(
      try await call("POST", "verify/\(method.segment)", body, as: .token(token), in: .verify), now: clock.now())
  }

  /// The caller: a user, identified by a token, or only the tenant, identified by its ID; never both (A3, A4).
  enum Caller: Sendable {
    case token(ActionToken)
    case tenant

    /// The token's user if there is a token, or else the tenant.
    init(_ token: ActionToken?) { self = token.map { .token($0) } ?? .tenant }
  }

  /// Sends a request and returns the JSON of its response. A request has a content type only if it has a body, and only
  /// status 200 is a success (A5, A8).
  ///
  /// - Throws: `token_expired`, before anything is sent, for a token that has expired according to its claims; the
  ///   error of the vendor's response; `malformed_response` for a response that is not JSON; the errors of the
  ///   transport.
  func call(
    _ method: String, _ path: String, _ body: JSONValue? = nil, query: (name: String, value: String)? = nil,
    as caller: Caller,
    headers: HTTPHeaders = [:], in context: AuthsignalErrors.Context
  ) async throws(AuthError) -> JSONValue {
    if case .token(let token) = caller, token.isExpired(at: clock.now()) { throw AuthsignalErrors.tokenExpired }
    var url = baseURL.appending(path: "client/" + path)
    if let query {
      url.append(queryItems: [URLQueryItem(name: query.name, value: query.value)])
    }
    var request = TransportRequest(method, url, headers: headers, body: body?.serialized)
    if body != nil { request.headers["Content-Type"] = "application/json" }
    request.headers["Accept"] = "application/json"
    switch caller {
    case .token(let token): request.headers["Authorization"] = token.authorization
    case .tenant: request.headers["Authorization"] = "Basic " + Base64.encode(Array((tenantID + ":").utf8))
    }
    request.headers["X-Authsignal-SDK"] = Self.sdk.name
    request.headers["X-Authsignal-Version"] = Self.sdk.version
    request.headers["X-Authsignal-Tenant-ID"] = tenantID
    request.headers["User-Agent"] = DeviceUserAgent.text(product: "\(Self.sdk.name)/\(Self.sdk.version)")
    let response = try await transport.send(request)
    guard response.status == 200 else { throw AuthsignalErrors.error(response, in: context, now: clock.now()) }
    return try response.json()
  }
}
