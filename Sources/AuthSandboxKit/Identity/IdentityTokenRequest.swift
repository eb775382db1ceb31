package import AuthCore
import AuthCrypto

/// The request of `POST /sandbox/idp/token`.
package struct IdentityTokenRequest: Sendable {
  enum Tamper: String, Sendable, CaseIterable {
    case algNone = "alg-none"
    case expired
    case wrongKey = "wrong-key"
    case badSignature = "bad-signature"
  }

  let subject: String
  let algorithm: JWSAlgorithm
  let lifetime: Int64
  let audience: JSONValue?
  let extra: JSONObject
  let tamper: Tamper?

  /// Reads the request's body; nil if `sub` is missing, a member has an unknown value or the wrong type, or the
  /// absolute value of `ttl` is 2^32 seconds or more.
  package init?(_ body: JSONObject) {
    guard let subject = body["sub"]?.stringValue else { return nil }
    switch body["alg"]?.stringValue {
    case "RS256": algorithm = .rs256
    case "ES256": algorithm = .es256
    case nil where body["alg"] == nil: algorithm = .es256
    default: return nil
    }
    if let ttl = body["ttl"] {
      guard let seconds = ttl.integerValue, seconds.magnitude < 1 << 32 else { return nil }
      lifetime = seconds
    } else {
      lifetime = 3600
    }
    switch body["claims"] {
    case nil: extra = [:]
    case .object(let claims): extra = claims
    default: return nil
    }
    switch body["tamper"] {
    case nil, .null: tamper = nil
    case let value?:
      guard let kind = value.stringValue.flatMap({ Tamper(rawValue: $0) }) else { return nil }
      tamper = kind
    }
    self.subject = subject
    audience = body["aud"]
  }

  /// Returns the token's claims; requested claims override the default ones.
  func claims(context: IdentityContext) -> JSONObject {
    var claims: JSONObject = ["iss": .string(context.issuer), "sub": .string(subject)]
    claims["aud"] = audience
    let issued = tamper == .expired ? context.unixTime - 7200 : context.unixTime
    claims["iat"] = .integer(issued)
    claims["exp"] = .integer(tamper == .expired ? context.unixTime - 3600 : issued + lifetime)
    claims["jti"] = .string(context.random.uuid())
    for member in extra.members { claims[member.name] = member.value }
    return claims
  }
}
