import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's Client API, as far as it takes a user's token (Authsignal protocol notes §1 and §4).
struct AuthsignalAPI: Sendable {
  let baseURL: URL
  let tenantID: String
  let transport: any HTTPTransport
  let clock: any AuthClock

  /// Who is calling, for the vendor's statistics: DESIGN, its own SDKs say `ios` or `android` (notes §1.3).
  private static let sdk = (name: "latchkey-swift", version: PackageVersion.current)

  /// What the user has enrolled.
  func authenticators(_ token: ActionToken) async throws(AuthError) -> [Authenticator] {
    try Authenticator.list(try await call("GET", "user-authenticators", token: token, in: .list))
  }

  /// Begins to enrol a method; for e-mail and SMS this sends the first code.
  func enroll(
    _ method: CodeMethod, _ contact: Contact?, _ token: ActionToken
  ) async throws(AuthError) -> Enrollment {
    let body = contact.map { contact -> JSONValue in
      contact.kind == .email ? ["email": .string(contact.value)] : ["phoneNumber": .string(contact.value)]
    }
    let answer = try await call("POST", "user-authenticators/\(method.segment)", body, token: token, in: .enroll)
    return try Enrollment(answer, of: method, now: clock.now())
  }

  /// Sends a code to an enrolled authenticator; nil leaves the choice to the server.
  func challenge(
    _ method: CodeMethod, authenticatorID: String?, _ token: ActionToken
  ) async throws(AuthError) {
    let body = authenticatorID.map { JSONValue.object(["userAuthenticatorId": .string($0)]) }
    let answer = try await call("POST", "challenge/\(method.segment)", body, token: token, in: .challenge)
    _ = try answer.requiredString("challengeId")
  }

  /// Hands a code in, for an enrolment or a challenge.
  func verify(_ code: Secret, _ method: CodeMethod, _ token: ActionToken) async throws(AuthError) -> Verification {
    let body: JSONValue = ["verificationCode": .string(code.revealText())]
    return try Verification(
      try await call("POST", "verify/\(method.segment)", body, token: token, in: .verify), now: clock.now())
  }

  /// A content type goes with a body alone, and only 200 is success (notes §1.3, §1.5).
  private func call(
    _ method: String, _ path: String, _ body: JSONValue? = nil, token: ActionToken,
    in context: AuthsignalErrors.Context
  ) async throws(AuthError) -> JSONValue {
    var request = TransportRequest(method, baseURL.appending(path: "client/" + path), body: body?.serialized)
    if body != nil { request.headers["Content-Type"] = "application/json" }
    request.headers["Accept"] = "application/json"
    request.headers["Authorization"] = token.authorization
    request.headers["X-Authsignal-SDK"] = Self.sdk.name
    request.headers["X-Authsignal-Version"] = Self.sdk.version
    request.headers["X-Authsignal-Tenant-ID"] = tenantID
    request.headers["User-Agent"] = "\(Self.sdk.name)/\(Self.sdk.version)"
    let response = try await transport.send(request)
    guard response.status == 200 else { throw AuthsignalErrors.error(response, in: context, now: clock.now()) }
    return try response.json()
  }
}
