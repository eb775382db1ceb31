import AuthCore

/// By what a user is looked for (v1GetAccountRequest.filterType).
struct AccountFilter: Sendable, Equatable {
  /// The vendor's name of the kind.
  let type: String
  /// What is looked for; an identity token is one, hence a secret.
  let value: Secret

  private init(_ type: String, _ value: Secret) {
    self.type = type
    self.value = value
  }

  static func contact(_ contact: Contact) -> AccountFilter { AccountFilter(contact.filterType, Secret(contact.value)) }
  static func identityToken(_ token: Secret) -> AccountFilter { AccountFilter("OIDC_TOKEN", token) }
  static func publicKey(_ key: [UInt8]) -> AccountFilter { AccountFilter("PUBLIC_KEY", Secret(Hex.encode(key))) }
  static func credential(_ id: [UInt8]) -> AccountFilter {
    AccountFilter("CREDENTIAL_ID", Secret(Base64URL.encode(id)))
  }
}
