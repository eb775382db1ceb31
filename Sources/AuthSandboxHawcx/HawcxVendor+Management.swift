import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(CryptoKit)
  import CryptoKit
#endif

extension HawcxVendor {
  /// `POST /v1/management/stepup/…`: the requests of an app's backend about its users. The transport is the one that
  /// the vendor's own SDK recommends: each request has a bearer token, signed with the confidential client's key, that
  /// names the URL and the body's hash. Successful responses are signed as well. The older, encrypted transport, which
  /// that SDK deprecates, is not supported.
  mutating func manage(_ request: SandboxRequest, issuer: String, world: SandboxWorld) -> SandboxResponse {
    guard let given = request.headers["X-Config-Id"], ConstantTime.equal(given, project.configID) else {
      return .json(["message": "Invalid authentication credentials"], status: 401, note: "unknown X-Config-Id")
    }
    guard request.headers["X-Hawcx-Protocol-Version"] == "2" else {
      return Self.refusal(400, "X-Hawcx-Protocol-Version must be 2.", note: "protocol version")
    }
    guard authenticates(request, issuer: issuer, world: world) else {
      return Self.refusal(
        401,
        "The bearer token is missing or expired, was used before, is not signed by this client, or is not for this URL "
          + "and body. Sign a new token for each request.", note: "bearer token")
    }
    guard let body = request.jsonObject else {
      return Self.refusal(400, "The body must be a JSON object.", note: "malformed")
    }
    switch request.route {
    case "/v1/management/stepup/start-token": return startToken(body, world: world)
    case "/v1/management/stepup/consume": return consume(body, world: world)
    default: return .missingRoute(request)
    }
  }

  private mutating func authenticates(_ request: SandboxRequest, issuer: String, world: SandboxWorld) -> Bool {
    let words = request.headers["Authorization"]?.split(separator: " ") ?? []
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    do throws(AuthError) {
      let verified = try project.verifyAssertion(
        String(words[1]), audience: issuer + request.route, now: world.now)
      guard verified["body_sha256"]?.stringValue == Base64URL.encode(SHA256.hash(data: request.body)) else {
        return false
      }
      return take(verified, world: world)
    } catch {
      return false
    }
  }

  /// Records the `jti` of an assertion or a receipt until after its expiry, and returns whether the `jti` is new: a
  /// token with a known `jti` is a replay (RFC 7523 §3).
  mutating func take(_ assertion: VerifiedJWT, world: SandboxWorld) -> Bool {
    assertions = assertions.filter { $0.value > world.unixTime }
    let id = assertion["jti"]?.stringValue ?? ""
    guard assertions[id] == nil else { return false }
    assertions[id] = Int64(assertion.expiresAt.timeIntervalSince1970) + 60
    return true
  }

  private func startToken(_ body: JSONObject, world: SandboxWorld) -> SandboxResponse {
    let takesUserNames = world.hawcxPolicy.takesUserNames
    guard
      let address = body["subject_userid"]?.stringValue.flatMap({ HawcxAddress($0, takesUserNames: takesUserNames) }),
      let change = HawcxChange(
        purpose: body["purpose"]?.stringValue, method: body["new_mfa_method"]?.stringValue,
        phone: body["new_phone_number"]?.stringValue),
      change.isNamed
    else {
      return Self.refusal(
        400,
        "subject_userid must be a user's address. purpose must be change_phone_number, with new_phone_number in E.164 "
          + "form, or change_mfa_method, with new_mfa_method sms_otp, email_otp or totp.", note: "malformed")
    }
    do throws(AuthError) {
      let token = try project.startToken(for: address, change: change, unixTime: world.unixTime)
      return signed(["start_token": .string(token), "expires_in": .integer(HawcxProject.startTokenLifetime)], world)
    } catch {
      return Self.refusal(
        500, "The sandbox could not sign the start token. Report this to Latchkey's maintainers.", note: "server_error")
    }
  }

  /// `POST /v1/management/stepup/consume`: accepts each receipt once.
  private mutating func consume(_ body: JSONObject, world: SandboxWorld) -> SandboxResponse {
    guard let receipt = body["step_up_receipt"]?.stringValue, takeReceipt(receipt, world: world) != nil else {
      return Self.refusal(
        400, "step_up_receipt is missing, malformed or expired, or was used before. Complete the step-up again.",
        note: "invalid_receipt")
    }
    return signed(["ok": true], world)
  }

  /// The address of the user of a receipt; nil if the receipt is not valid or was presented before.
  mutating func takeReceipt(_ receipt: String, world: SandboxWorld) -> String? {
    guard let verified = project.verifyReceipt(receipt, unixTime: world.unixTime), take(verified, world: world) else {
      return nil
    }
    return verified.subject
  }

  /// A successful response with the signature that the vendor's SDK requires. The only signed claims are the body's
  /// hash and the time, so the signature cannot serve as any other token of the project.
  private func signed(_ body: JSONObject, _ world: SandboxWorld) -> SandboxResponse {
    var response = SandboxResponse.json(.object(body))
    do throws(AuthError) {
      response.headers["X-Response-Signature"] = try project.sign([
        "body_sha256": .string(Base64URL.encode(SHA256.hash(data: response.body))), "iat": .integer(world.unixTime),
      ])
    } catch {
      return Self.refusal(
        500, "The sandbox could not sign its response. Report this to Latchkey's maintainers.", note: "server_error")
    }
    return response
  }

  private static func refusal(_ status: Int, _ detail: String, note: String) -> SandboxResponse {
    .json(["detail": .string(detail)], status: status, note: note)
  }
}
