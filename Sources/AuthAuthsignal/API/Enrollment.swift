import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The response that starts an enrolment (A16, A22).
struct Enrollment: Sendable, Equatable {
  let authenticatorID: String
  /// The values for an authenticator app; nil if a code was sent instead.
  let setup: TOTPSetupPrompt?
  let startedAt: Date

  init(_ json: JSONValue, of method: CodeMethod, now: Date) throws(AuthError) {
    authenticatorID = try json.requiredIdentifier("userAuthenticatorId")
    startedAt = now
    guard method == .totp else {
      setup = nil
      return
    }
    let uri = try json.requiredString("uri")
    setup = TOTPSetupPrompt(
      secret: try json.requiredSecret("secret"), uri: Secret(uri), period: Self.period(of: uri))
  }

  /// The `period` of an otpauth URI in seconds; 30, as in authenticator apps, if it is missing or not from 1 to 3600.
  private static func period(of uri: String) -> Int {
    guard let query = uri.split(separator: "?", maxSplits: 1).dropFirst().first,
      let field = PercentEncoding.decodeForm(query)?.first(where: { $0.name == "period" }),
      let seconds = Int(field.value), (1...3600).contains(seconds)
    else { return 30 }
    return seconds
  }
}
