import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a flow that waits for another device (RFC 8628 §3.2).
struct PendingDeviceAuthorization: Sendable {
  /// The issuer of the code.
  let issuer: String
  /// The code for the token endpoint.
  let deviceCode: Secret
  /// The code that the user enters on the other device.
  let userCode: String
  /// The URL of the page where the user enters the code.
  let verificationURL: URL
  /// The URL with the code filled in, for a QR code.
  let completeURL: URL?
  /// When the code expires.
  let expiresAt: Date
  /// The interval between two polls.
  let interval: Duration
  /// The key to which the tokens will be bound; nil for none.
  let key: KeyReference?
  /// When the code was requested.
  let startedAt: Date

  /// The prompt that shows the code and the page.
  var prompt: Prompt {
    .awaitApproval(
      ApprovalPrompt(
        qrData: completeURL?.absoluteString, displayCode: userCode, verificationURL: verificationURL,
        expiresAt: expiresAt, pollInterval: interval))
  }

  /// Reads the response of the device authorisation endpoint.
  ///
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue, issuer: String, key: KeyReference? = nil, now: Date) throws(AuthError) {
    self.issuer = issuer
    self.key = key
    startedAt = now
    deviceCode = try answer.requiredSecret("device_code")
    userCode = try answer.requiredString("user_code")
    // Google writes an older name.
    let name =
      answer["verification_uri"]?.stringValue == nil && answer["verification_url"]?.stringValue != nil
      ? "verification_url" : "verification_uri"
    guard let url = OIDCMetadata.page(try answer.requiredString(name)) else {
      throw AuthError(
        .malformedResponse,
        "The issuer's 'verification_uri' must be https, or http on loopback. Use the method 'authorization_code'.")
    }
    verificationURL = url
    completeURL = answer["verification_uri_complete"]?.stringValue.flatMap(OIDCMetadata.page)
    guard let lifetime = answer["expires_in"]?.integerValue, lifetime > 0 else {
      throw AuthError(
        .malformedResponse,
        "The issuer's device response has no valid field 'expires_in'. Try again, or check 'issuer'.")
    }
    expiresAt = now.addingTimeInterval(Double(min(lifetime, 86_400)))
    // Five seconds by default (RFC 8628 §3.2). The limits of a second and a minute prevent an endless loop and an
    // endless wait, even if the issuer sends a wrong number.
    interval = .seconds(min(max(answer["interval"]?.integerValue ?? 5, 1), 60))
  }

  private init(_ other: PendingDeviceAuthorization, interval: Duration) {
    issuer = other.issuer
    deviceCode = other.deviceCode
    userCode = other.userCode
    verificationURL = other.verificationURL
    completeURL = other.completeURL
    expiresAt = other.expiresAt
    key = other.key
    startedAt = other.startedAt
    self.interval = interval
  }

  /// A copy with an interval that is five seconds longer (RFC 8628 §3.5, `slow_down`).
  var slower: PendingDeviceAuthorization { PendingDeviceAuthorization(self, interval: interval + .seconds(5)) }

  /// Reads the format that `json` writes; nil for any other format.
  init?(json: JSONValue) {
    // A record of an earlier version has no issuer, and belongs to none.
    issuer = json["issuer"]?.stringValue ?? ""
    guard let code = json["device_code"]?.stringValue, let userCode = json["user_code"]?.stringValue,
      let url = (json["verification_uri"]?.stringValue).flatMap({ URL(string: $0) }),
      let expiry = json["expires_at"]?.numberValue, let interval = json["interval"]?.integerValue
    else { return nil }
    deviceCode = Secret(code)
    self.userCode = userCode
    verificationURL = url
    completeURL = (json["complete"]?.stringValue).flatMap { URL(string: $0) }
    expiresAt = Date(timeIntervalSince1970: expiry)
    self.interval = .seconds(interval)
    key = KeyReference(json: json["key"])
    startedAt = Date(timeIntervalSince1970: json["started_at"]?.numberValue ?? 0)
  }

  /// The JSON for the sealed record of a suspended flow.
  var json: JSONValue {
    var object: JSONObject = [
      "issuer": .string(issuer), "device_code": .string(deviceCode.revealText()), "user_code": .string(userCode),
      "verification_uri": .string(verificationURL.absoluteString),
      "expires_at": .number(expiresAt.timeIntervalSince1970), "interval": .integer(interval.components.seconds),
      "started_at": .number(startedAt.timeIntervalSince1970),
    ]
    object["key"] = key.map(\.json)
    object["complete"] = completeURL.map { .string($0.absoluteString) }
    return .object(object)
  }
}
