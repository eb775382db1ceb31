public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's management API for an app's backend. It starts a step-up with a start token and finishes it with a
/// receipt (H78, H79: the wire format of the vendor's own SDK, `hawcx-oauth-client` 2.0).
///
/// Each request has a new bearer token, whose claims contain the URL and the hash of the body. The confidential
/// client's key signs the token. The issuer signs each successful response, and a response without a valid signature is
/// rejected. The vendor's older, encrypted transport is deprecated and not supported. Use this type on backends only,
/// because an app cannot protect the key.
public struct HawcxManagement: Sendable {
  private let baseURL: HawcxBaseURL
  private let clientID: String
  private let configID: String
  private let assertion: HawcxClientAssertion
  private let transport: any HTTPTransport
  private let clock: any AuthClock
  private let keys: JWKSCache

  /// The maximum difference between a response's `iat` and this machine's clock, in seconds: the vendor's 300 plus 10
  /// (H79).
  static let window = 310.0
  /// The age up to which the issuer's keys are used while they cannot be fetched.
  private static let maximumKeyAge = Duration.seconds(24 * 3600)

  /// Creates a client. Reads and writes nothing.
  ///
  /// - Parameters:
  ///   - baseURL: the tenant's host. It is the issuer whose keys sign responses.
  ///   - clientID: the ID of the confidential client.
  ///   - configID: the tenant's routing key.
  ///   - assertion: the client's authentication, with its key.
  ///   - transport: sends the requests and fetches the keys.
  ///   - clock: the clock for the requests' tokens, and for the check of a response's `iat`.
  public init(
    baseURL: HawcxBaseURL, clientID: String, configID: String, assertion: HawcxClientAssertion,
    transport: any HTTPTransport, clock: any AuthClock = SystemClock()
  ) {
    self.baseURL = baseURL
    self.clientID = clientID
    self.configID = configID
    self.assertion = assertion
    self.transport = transport
    self.clock = clock
    let address = baseURL.root.appending(path: ".well-known/jwks.json")
    keys = JWKSCache(clock: clock) { () throws(AuthError) in
      let request = TransportRequest(
        "GET", address, headers: ["Accept": "application/json"], timeout: .seconds(5),
        responseSizeLimit: JWKSet.maximumByteCount)
      let response = try await transport.send(request)
      guard response.isSuccess else {
        if let failure = response.generalFailure(now: clock.now()) { throw failure }
        throw AuthError(
          .malformedResponse, "The issuer's keys could not be fetched (HTTP \(response.status)). Check baseURL.")
      }
      return response.body
    }
  }

  /// Requests a start token, with which the user's app starts a step-up.
  ///
  /// - Parameters:
  ///   - user: the user's e-mail address or telephone number at the vendor.
  ///   - purpose: the purpose of the step-up.
  /// - Returns: the token and how long it is valid, about a minute.
  /// - Throws: `invalid_request` if the vendor refuses the request, `invalid_configuration` if it rejects the client or
  ///   has no management API at `baseURL`, `signature_invalid` for a response without a valid signature of the issuer,
  ///   `malformed_response`, the errors of `generalFailure` for 408, 429 and 5xx, and the transport's errors.
  public func startToken(
    for user: String, purpose: HawcxStepUpPurpose
  ) async throws(AuthError) -> (token: Secret, expiresIn: Duration) {
    let answer = try await send("start-token", purpose.members(for: user))
    let seconds = answer["expires_in"]?.integerValue ?? 0
    return (try answer.requiredSecret("start_token"), .seconds(min(max(seconds, 0), 3600)))
  }

  /// Finishes a step-up with the receipt from the user's app. The receipt works once. The vendor then allows the change
  /// that the step-up was for.
  ///
  /// - Parameter receipt: the receipt with which the app's flow ended.
  /// - Throws: `invalid_token` for a receipt that the vendor rejects, and the errors of `startToken(for:purpose:)`
  ///   except `invalid_request`.
  public func consume(receipt: Secret) async throws(AuthError) {
    let answer: JSONValue
    do throws(AuthError) {
      answer = try await send("consume", ["step_up_receipt": .string(receipt.revealText())])
    } catch {
      guard error.code == .invalidRequest else { throw error }
      throw AuthError(
        .invalidToken, "The receipt is unknown, used or expired. Start the step-up again.", recovery: .restart)
    }
    guard answer["ok"] == true else {
      throw AuthError(
        .invalidToken, "The vendor rejected the receipt. Start the step-up again.", recovery: .restart)
    }
  }

  private func send(_ name: String, _ members: JSONObject) async throws(AuthError) -> JSONValue {
    let url = baseURL.root.appending(path: "v1/management/stepup/" + name)
    let body = JSONValue.object(members).serialized
    let token = try assertion.bearer(for: clientID, url: url, body: body, now: clock.now())
    var request = TransportRequest(
      "POST", url,
      headers: [
        "Accept": "application/json", "Authorization": "Bearer " + token.revealText(),
        "Content-Type": "application/json", "X-Config-Id": configID,
        "X-Hawcx-Protocol-Version": String(HawcxJSONCodec.protocolVersion),
      ], body: body)
    request.timeout = .seconds(15)
    let response = try await transport.send(request)
    guard response.isSuccess else { throw Self.refusal(response, now: clock.now()) }
    try await verify(response)
    return try response.json()
  }

  /// The error for a failed call. Error responses are not signed, so only their status is used.
  private static func refusal(_ response: TransportResponse, now: Date) -> AuthError {
    if let failure = response.generalFailure(now: now) { return failure }
    switch response.status {
    case 401, 403:
      return AuthError(
        .invalidConfiguration,
        "The vendor rejected this client (HTTP \(response.status)). Check configId, clientId, the key and its id.")
    case 404: return AuthError(.invalidConfiguration, "The management API was not found (HTTP 404). Check baseURL.")
    default:
      return AuthError(
        .invalidRequest, "The vendor refused the request (HTTP \(response.status)). Check the user and configId.")
    }
  }

  /// Checks the signature of a response: a key of the issuer must have made it, it must be recent, and it must cover
  /// the response's body. A JWS with `aud`, `sub` or `nonce` has another purpose, and is rejected.
  private func verify(_ response: TransportResponse) async throws(AuthError) {
    let wrong = AuthError(
      .signatureInvalid,
      "The response has no valid, recent signature of the issuer. Check baseURL and this machine's clock.")
    guard let text = response.headers["X-Response-Signature"] else { throw wrong }
    let jws = try JWS(compact: text)
    guard [.es256, .es384, .es512].contains(jws.algorithm), jws.keyID != nil else { throw wrong }
    let found = try await keys.key(jws.keyID, for: jws.algorithm, maximumAge: Self.maximumKeyAge)
    do throws(AuthError) {
      try jws.verify(with: found.key.key)
    } catch {
      guard error.code == .signatureInvalid,
        let newer = try await keys.key(
          newerThan: found, jws.keyID, for: jws.algorithm, maximumAge: Self.maximumKeyAge)
      else { throw error }
      try jws.verify(with: newer.key.key)
    }
    let claims: JSONValue
    do throws(JSONError) { claims = try JSONValue(parsing: jws.payload) } catch { throw wrong }
    guard ["aud", "sub", "nonce"].allSatisfy({ claims[$0] == nil }),
      let hash = claims["body_sha256"]?.stringValue,
      ConstantTime.equal(hash, Base64URL.encode(SHA256.hash(data: response.body))),
      let issued = claims["iat"]?.integerValue,
      abs(Double(issued) - clock.now().timeIntervalSince1970) <= Self.window
    else { throw wrong }
  }
}
