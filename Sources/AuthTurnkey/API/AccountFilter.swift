import AuthCore

/// The criterion of a user search (v1GetAccountRequest.filterType).
struct AccountFilter: Sendable, Equatable {
  /// The vendor's name for the kind of search.
  let type: String
  /// The value to search for. A secret, because it can be an identity token.
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
