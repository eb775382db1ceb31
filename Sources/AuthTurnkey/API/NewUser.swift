import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The data of a new user: the body of `signup_v2` without the proof of the contact.
struct NewUser: Sendable, Equatable {
  /// The contact, verified or claimed; nil for users who sign up with a passkey or an account at an identity provider.
  let contact: Contact?
  let userName: String?
  let parameters: JSONObject
  /// Keys that the user can log in with (v1ApiKeyParamsV2).
  var apiKeys: [JSONValue] = []
  /// Passkeys (v1AuthenticatorParamsV2).
  var authenticators: [JSONValue] = []
  /// Accounts at identity providers (v1OauthProviderParamsV2).
  var oauthProviders: [JSONValue] = []

  /// A user from `profile`, completed with the defaults from the app's configuration. The parameters of the profile and
  /// of the defaults have the names of the request's members.
  init(contact: Contact?, profile: FlowProfile, defaults: JSONObject = [:]) {
    self.contact = contact
    userName = profile.userName ?? profile.displayName ?? defaults["userName"]?.stringValue
    var parameters = profile.parameters
    for member in defaults.members where parameters[member.name] == nil { parameters[member.name] = member.value }
    self.parameters = parameters
  }

  /// The body. Empty lists are sent, not left out (T60). The default names are those of the vendor's own SDKs.
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
