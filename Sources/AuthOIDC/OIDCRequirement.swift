public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a sign-in requires of the user's authentication: its class and its age (OpenID Connect Core §3.1.2.1, RFC
/// 9470). The request names it, and the ID token has to confirm it.
public struct OIDCRequirement: Sendable, Equatable {
  /// The accepted classes (`acr`), the preferred one first; empty if any class is accepted.
  public var classes: [String]
  /// The largest accepted time between the user's authentication and the request, in seconds; nil if any age is
  /// accepted.
  public var maximumAge: Int64?
  /// The requested claims (OpenID Connect Core §5.5); nil for none. Essential `acr` and `auth_time` of the ID token are
  /// checked.
  public var claims: JSONObject?

  /// Creates a requirement; by default nothing is required.
  public init(classes: [String] = [], maximumAge: Int64? = nil, claims: JSONObject? = nil) {
    self.classes = classes
    self.maximumAge = maximumAge
    self.claims = claims
  }

  /// Reads `acrValues`, `maxAgeSeconds` and `claims`.
  ///
  /// - Throws: `invalid_configuration` for a wrong value.
  init(reading reader: inout ConfigurationReader) throws(AuthError) {
    classes = try reader.strings(
      "acrValues",
      "the accepted classes of authentication (`acr`), the preferred one first; other ID tokens are refused")
    if classes.contains(where: { $0.isEmpty || $0.contains(" ") }) {
      _ = try reader.refused("acrValues", "a list of classes without spaces", ())
    }
    // A year at most.
    maximumAge = try reader.optionalInteger(
      "maxAgeSeconds", "the largest accepted time since the user's authentication, in seconds", in: 0...31_536_000
    ).map { Int64($0) }
    if let value = reader.value("claims", "the requested claims (OpenID Connect Core §5.5): a JSON object") {
      claims = value.objectValue
      if claims == nil { _ = try reader.refused("claims", "an object", ()) }
    }
  }

  /// Returns the requirement of a step-up: what the server demands, and what the configuration requires anyway. Without
  /// a demand, the user has to authenticate again.
  func raised(by challenge: StepUpChallenge?) -> OIDCRequirement {
    var raised = self
    guard let challenge, !challenge.classes.isEmpty || challenge.maximumAge != nil else {
      raised.maximumAge = 0
      return raised
    }
    if !challenge.classes.isEmpty { raised.classes = challenge.classes }
    if let age = challenge.maximumAge { raised.maximumAge = min(age, maximumAge ?? age) }
    return raised
  }

  /// The parameters of the authorisation request.
  var fields: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    if !classes.isEmpty { fields.append(("acr_values", classes.joined(separator: " "))) }
    if let maximumAge { fields.append(("max_age", String(maximumAge))) }
    if let claims {
      fields.append(("claims", String(decoding: JSONValue.object(claims).serialized, as: UTF8.self)))
    }
    return fields
  }

  /// Checks the claims of a verified ID token (OpenID Connect Core §3.1.3.7, items 12 and 13).
  ///
  /// - Parameters:
  ///   - token: the claims.
  ///   - start: when the sign-in began.
  ///   - leeway: the accepted difference between the issuer's clock and this machine's.
  /// - Throws: `invalid_token` if the class or the age is missing or not accepted.
  func check(_ token: JSONObject, since start: Date, leeway: Duration) throws(AuthError) {
    let given = token["acr"]?.stringValue
    let isClassAccepted = classes.isEmpty || given.map(classes.contains) ?? false
    let isEssentialMet = essentialClasses.map { named in given.map { named.isEmpty || named.contains($0) } ?? false }
    guard isClassAccepted, isEssentialMet ?? true else {
      throw AuthError(
        .invalidToken,
        "The issuer did not authenticate the user with a required class ('acr'). Sign in with another method of the "
          + "issuer, or check 'acrValues' and 'claims'.")
    }
    let needsTime = claims?["id_token"]?["auth_time"]?["essential"]?.boolValue == true
    guard maximumAge != nil || needsTime else { return }
    guard let time = token["auth_time"]?.numberValue else {
      throw AuthError(
        .invalidToken,
        "The ID token does not say when the user was authenticated ('auth_time'). Allow the claim at the issuer, or "
          + "remove 'maxAgeSeconds'.")
    }
    if let maximumAge, time < start.timeIntervalSince1970 - Double(maximumAge) - leeway.seconds {
      throw AuthError(
        .invalidToken,
        "The user's authentication at the issuer is too old ('auth_time'), although the request had 'max_age'. Sign in "
          + "again. If that does not help, set 'prompt' to 'login' in 'authorizationParameters'.")
    }
  }

  /// The classes of which `claims` requires one (`essential`), empty if it accepts any class; nil if `claims` does not
  /// require a class.
  private var essentialClasses: [String]? {
    guard let wanted = claims?["id_token"]?["acr"], wanted["essential"]?.boolValue == true else { return nil }
    return (wanted["values"]?.arrayValue ?? [wanted["value"]].compactMap(\.self)).compactMap(\.stringValue)
  }
}

extension OIDCRequirement {
  /// The JSON for the sealed record of a suspended flow.
  var json: JSONValue {
    var object: JSONObject = ["classes": .array(classes.map { .string($0) })]
    object["maximum_age"] = maximumAge.map { .integer($0) }
    object["claims"] = claims.map { .object($0) }
    return .object(object)
  }

  /// Reads the format that `json` writes.
  init(json: JSONValue?) {
    self.init(
      classes: json?["classes"]?.arrayValue?.compactMap(\.stringValue) ?? [],
      maximumAge: json?["maximum_age"]?.integerValue, claims: json?["claims"]?.objectValue)
  }
}
