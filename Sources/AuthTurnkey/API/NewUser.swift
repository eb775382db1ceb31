import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a sign-up tells about the user: the body of `signup_v2` but for what proves the contact.
struct NewUser: Sendable, Equatable {
  /// What was verified, or is said; nil for users who come with a passkey or an account elsewhere.
  let contact: Contact?
  let userName: String?
  let parameters: JSONObject
  /// Keys that the user can log in with (v1ApiKeyParamsV2).
  var apiKeys: [JSONValue] = []
  /// Passkeys (v1AuthenticatorParamsV2).
  var authenticators: [JSONValue] = []
  /// Accounts elsewhere (v1OauthProviderParamsV2).
  var oauthProviders: [JSONValue] = []

  /// What `profile` says, and for the rest the app's configuration. Of the parameters `organizationName`, `userTag` and
  /// `wallet` are the vendor's.
  init(contact: Contact?, profile: FlowProfile, defaults: JSONObject = [:]) {
    self.contact = contact
    userName = profile.userName ?? profile.displayName ?? defaults["userName"]?.stringValue
    var parameters = profile.parameters
    for member in defaults.members where parameters[member.name] == nil { parameters[member.name] = member.value }
    self.parameters = parameters
  }

  /// The body. Empty lists are sent, not left out (T60); the names that stand in for missing
  /// ones are those of the vendor's own SDKs.
  func body(now: Date) -> JSONObject {
    let stamp = Int64(now.timeIntervalSince1970)
    let fallback = contact?.kind == .email ? contact?.value : nil
    var body: JSONObject = [
      "userName": .string(userName ?? fallback ?? "user-\(stamp)"),
      "organizationName": parameters["organizationName"] ?? .string("sub-org-\(stamp)"),
      "apiKeys": .array(apiKeys), "authenticators": .array(authenticators), "oauthProviders": .array(oauthProviders),
    ]
    if let contact { body[contact.kind == .email ? "userEmail" : "userPhoneNumber"] = .string(contact.value) }
    body["userTag"] = parameters["userTag"]
    body["wallet"] = parameters["wallet"]
    return body
  }
}
