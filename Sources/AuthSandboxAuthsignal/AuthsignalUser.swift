import AuthCore

/// A user of the tenant.
struct AuthsignalUser: Sendable {
  /// The fields that `PATCH /users/{userId}` can set.
  static let settable = [
    "email", "emailVerified", "phoneNumber", "phoneNumberVerified", "username", "displayName", "custom", "locale",
  ]

  var profile = JSONObject()
  var authenticators: [AuthsignalAuthenticator] = []

  var verified: [AuthsignalAuthenticator] { authenticators.filter { $0.verifiedAt != nil } }
  var isEnrolled: Bool { !verified.isEmpty }

  /// The verified methods, each once, in the order of enrolment.
  var enrolledMethods: JSONValue {
    var names: [String] = []
    for authenticator in verified where !names.contains(authenticator.method.rawValue) {
      names.append(authenticator.method.rawValue)
    }
    return .array(names.map { .string($0) })
  }

  mutating func update(_ change: JSONObject) {
    for name in Self.settable {
      guard let value = change[name] else { continue }
      profile[name] = value.isNull ? nil : value
    }
  }

  /// The response to `GET /users/{userId}`.
  var json: JSONValue {
    var object: JSONObject = ["isEnrolled": .bool(isEnrolled)]
    for member in profile.members { object[member.name] = member.value }
    object["enrolledVerificationMethods"] = enrolledMethods
    object["allowedVerificationMethods"] = AuthsignalMethod.allowed
    return .object(object)
  }
}
