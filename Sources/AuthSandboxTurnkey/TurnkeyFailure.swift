import AuthCore
import AuthSandboxKit

/// A refusal in Turnkey's form: a gRPC status as JSON, with the vendor's own code in its details (T43).
struct TurnkeyFailure: Error {
  let status: Int
  /// The gRPC status code.
  let code: Int64
  let message: String
  /// The vendor's code, such as `SIGNATURE_INVALID`; nil if no document names one.
  let errorCode: String?
  var headers: HTTPHeaders = [:]
  /// The entries of `details`. If nil, `details` has one entry with the vendor's code, or is empty if there is no code.
  private var details: [JSONValue]?
  /// Whether the vendor's code is also a member at the top level of the body (T44).
  private var isCodeAtTop = false

  private init(_ status: Int, _ code: Int64, _ message: String, _ errorCode: String?) {
    self.status = status
    self.code = code
    self.message = message
    self.errorCode = errorCode
  }

  /// The refusal on the wire: rpcStatus. It is the body of the response, and the member `failure` of a failed activity.
  var rpcStatus: JSONValue {
    var shown: [JSONValue] = []
    if let errorCode {
      shown = [
        [
          "@type": "type.googleapis.com/errors.v1.TurnkeyErrorDetail", "turnkeyErrorCode": .string(errorCode),
        ]
      ]
    }
    var object: JSONObject = [
      "code": .integer(code), "message": .string(message), "details": .array(details ?? shown),
    ]
    if isCodeAtTop { object["turnkeyErrorCode"] = errorCode.map { .string($0) } }
    return .object(object)
  }

  var response: SandboxResponse {
    var response = SandboxResponse.json(rpcStatus, status: status, note: errorCode ?? message)
    for field in headers.fields { response.headers[field.name] = field.value }
    return response
  }

  static func invalid(_ message: String, _ errorCode: String? = "REQUEST_INVALID") -> TurnkeyFailure {
    TurnkeyFailure(400, 3, message, errorCode)
  }
  static func unauthenticated(_ message: String, _ errorCode: String = "UNAUTHENTICATED") -> TurnkeyFailure {
    TurnkeyFailure(401, 16, message, errorCode)
  }
  static func denied(_ message: String, _ errorCode: String = "REQUEST_NOT_AUTHORIZED") -> TurnkeyFailure {
    TurnkeyFailure(403, 7, message, errorCode)
  }
  /// A denial by the policies, as captured (T49).
  static func policyDenial(_ evaluations: [(policy: String, outcome: String)]) -> TurnkeyFailure {
    var failure = TurnkeyFailure(
      403, 7,
      "You don't have sufficient permissions to take this action. Please add a policy granting this user permissions. "
        + "Learn more at https://docs.turnkey.com/concepts/policies/quickstart.", nil)
    failure.details = [
      [
        "@type": "type.googleapis.com/errors.v1.PolicyEnginePermissionError",
        "message": "No policies evaluated to outcome: Allow",
        "policyEvaluations": .array(
          evaluations.map { ["policyId": .string($0.policy), "outcome": .string($0.outcome)] }),
      ]
    ]
    return failure
  }
  /// An unknown passkey, as captured (T51), or with the text of older servers (T53).
  static func unknownPasskey(_ credentialID: String, in organization: String, isOlder: Bool) -> TurnkeyFailure {
    if isOlder { return notFound("webauthn authenticator not found in organization") }
    var failure = unauthenticated(
      "credential ID could not be found in organization or its parent organization "
        + "organizationId=\(organization) credentialId=\(credentialID)", "CREDENTIAL_NOT_FOUND")
    failure.details = [["turnkeyErrorCode": "CREDENTIAL_NOT_FOUND"]]
    return failure
  }
  /// An unknown key, with the text of older servers (T52).
  static func olderUnknownKey(_ key: String, in organization: String) -> TurnkeyFailure {
    olderWrapping("could not find public key in organization organizationId=\(organization) publicKey=\(key)")
  }
  /// An expired key, with the text of older servers (T85).
  static func olderExpiredKey(_ key: String) -> TurnkeyFailure {
    olderWrapping("expired api key publicKey=\(key)")
  }
  private static func olderWrapping(_ message: String) -> TurnkeyFailure {
    var failure = denied("authentication failed: rpc error: code = Unauthenticated desc = " + message)
    failure.details = []
    return failure
  }
  static func notFound(_ message: String, _ errorCode: String? = nil) -> TurnkeyFailure {
    TurnkeyFailure(404, 5, message, errorCode)
  }
  static func exhausted(_ message: String, _ errorCode: String? = "RATE_LIMIT_EXCEEDED") -> TurnkeyFailure {
    TurnkeyFailure(429, 8, message, errorCode)
  }
  /// A signing activity after the organisation's quota is used up (T50).
  static let overQuota = exhausted(
    "Resource exhausted: Signing is disabled because your organization is over its allotted quota. "
      + "Please upgrade to a paid plan, or reach out to the Turnkey team.", nil)
  static func tooManyRequests(limit: Int64) -> TurnkeyFailure {
    var failure = exhausted("Too many requests. Please wait and try again in a few seconds")
    failure.headers = ["ratelimit-limit": String(limit), "ratelimit-remaining": "0"]
    return failure
  }
  /// The refusal of an old release of the vendor's command line tool. The code is only at the top level (T44).
  static func oldTool(_ version: String, oldest: String) -> TurnkeyFailure {
    var failure = invalid(
      "tvc \(version) is older than the minimum version this backend supports (\(oldest)); upgrade tvc to the latest "
        + "release", "TVC_CLIENT_VERSION_TOO_OLD")
    failure.details = []
    failure.isCodeAtTop = true
    return failure
  }
  /// A refusal whose code is empty (T44).
  static let bare: TurnkeyFailure = {
    var failure = invalid("bad request", "")
    failure.details = []
    failure.isCodeAtTop = true
    return failure
  }()
  /// A call that the sandbox does not support. The vendor may support it.
  static func unserved(_ what: String) -> TurnkeyFailure {
    TurnkeyFailure(501, 12, "the sandbox does not serve \(what)", nil)
  }
  static let failed = TurnkeyFailure(500, 13, "internal server error", "INTERNAL")

  static let badBody = invalid("bad request body")
  static let malformedOrganization = invalid("malformed organization ID provided", "INVALID_ORGANIZATION_ID")
  static let unknownOrganization = notFound("no organization found with the given ID", "ORGANIZATION_NOT_FOUND")
  static let organizationMismatch = invalid("organization mismatch")
  static let noStamp = unauthenticated(
    "cannot authenticate public API activity request without a stamp (X-Stamp/X-Stamp-Webauthn header)",
    "SIGNATURE_MISSING")
  static let malformedStamp = unauthenticated("malformed activity stamp", "SIGNATURE_INVALID")
  static let unknownKey = unauthenticated(
    "could not find public key in organization or its parent organization", "PUBLIC_KEY_NOT_FOUND")
  static let malformedPublicKey = invalid(
    "public key must be hexadecimal and fit its curve: a compressed point of P-256 or secp256k1, or the 32 bytes of an "
      + "Ed25519 key")
  static let wrongSignature = unauthenticated("could not verify api key signature", "SIGNATURE_INVALID")
  static let expiredKey = unauthenticated("expired api key", "API_KEY_EXPIRED")
  static let ambiguousKey = unauthenticated(
    "more than one suborg associated with a public key", "CREDENTIAL_CONFLICT")
  static let notAuthorized = denied("request not authorized")
  static let walletNotFound = notFound("no wallet found with the given ID or address")
  static let badImport = invalid("could not decrypt or use the imported bundle")
  static let userNotFound = notFound("no user found with the given ID")

  /// OAuth that is disabled in the dashboard (T48).
  static let oauthDisallowed = invalid("OAUTH disallowed", nil)

  // The text for a wrong code is as captured (T5); the texts for an expired, locked or used code are this sandbox's own
  // (T62).
  static let wrongCode = invalid("invalid OTP code", nil)
  static let expiredCode = invalid("OTP code has expired", nil)
  static let lockedCode = invalid("OTP code is locked after too many attempts", nil)
  static let unknownCode = invalid("OTP not found or already used", nil)
  /// The refusal of too many codes, as captured: the code is both at the top level and in the details (T44, T47).
  static let tooManyCodes: TurnkeyFailure = {
    var failure = invalid(
      "Max number of OTPs have been initiated please wait and try again", "MAX_OTP_INITIATED")
    failure.isCodeAtTop = true
    return failure
  }()
  // GUESS T66: the status and the texts for a refused verification token are assumed.
  static let badVerificationToken = invalid("invalid verification token", nil)
  static let expiredVerificationToken = invalid("verification token has expired", nil)
  static let spentVerificationToken = invalid("verification token has already been used", nil)
  static let badClientSignature = invalid("invalid client signature", nil)
}
