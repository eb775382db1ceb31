import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a sign-up tells about the user: the body of `signup_v2` but for what proves the contact.
struct NewUser: Sendable, Equatable {
  let contact: Contact
  let userName: String?
  let parameters: JSONObject

  /// What `profile` says. Of its parameters `organizationName`, `userTag` and `wallet` are the vendor's.
  init(contact: Contact, profile: FlowProfile) {
    self.contact = contact
    userName = profile.userName ?? profile.displayName
    parameters = profile.parameters
  }

  /// The body. Empty lists are sent, not left out (Turnkey protocol notes §4); the names that stand in for missing
  /// ones are those of the vendor's own SDKs.
  func body(now: Date) -> JSONObject {
    let stamp = Int64(now.timeIntervalSince1970)
    let fallback = contact.kind == .email ? contact.value : "user-\(stamp)"
    var body: JSONObject = [
      "userName": .string(userName ?? fallback),
      "organizationName": parameters["organizationName"] ?? .string("sub-org-\(stamp)"),
      "apiKeys": [], "authenticators": [], "oauthProviders": [],
    ]
    body[contact.kind == .email ? "userEmail" : "userPhoneNumber"] = .string(contact.value)
    body["userTag"] = parameters["userTag"]
    body["wallet"] = parameters["wallet"]
    return body
  }
}
