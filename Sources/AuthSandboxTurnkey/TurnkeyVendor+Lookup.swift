import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  func listSubOrganizations(
    _ fields: TurnkeyFields, _ organization: String, isVerified: Bool, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONValue {
    guard organization == organizationID else { throw .notAuthorized }
    let found: [String]
    if let type = try fields.optionalString("filterType"), !type.isEmpty {
      guard !isVerified || type == "EMAIL" || type == "PHONE_NUMBER" else {
        throw .invalid("filterType must be EMAIL or PHONE_NUMBER")
      }
      found = try subOrganizations(type, try fields.string("filterValue"), isVerified: isVerified, world)
    } else {
      found = directory.order
    }
    return ["organizationIds": .array(try fields.page(of: found) { $0 }.map { .string($0) })]
  }

  /// The ids of the sub-organisations that a filter finds, without duplicates.
  ///
  /// - Parameters:
  ///   - type: the filter type, such as `EMAIL`.
  ///   - value: the value to find.
  ///   - isVerified: whether an e-mail address or phone number counts only if its user proved it.
  ///   - world: the time, and the identity system with its keys, which verifies an ID token.
  func subOrganizations(
    _ type: String, _ value: String, isVerified: Bool = false, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> [String] {
    let places: [TurnkeyDirectory.Place]
    switch type {
    case "EMAIL", "PHONE_NUMBER":
      let kind: TurnkeyContact.Kind = type == "EMAIL" ? .email : .sms
      guard let contact = TurnkeyContact(type: kind.rawValue, contact: value) else {
        throw type == "EMAIL"
          ? .invalid("invalid email address", "INVALID_EMAIL") : .invalid("invalid phone number")
      }
      places = directory.places { _, user in
        contact.belongs(to: user)
          && (!isVerified || user.verified.contains { $0.address == contact.address })
      }
    case "PUBLIC_KEY":
      places = directory.holders(of: value.lowercased()).filter { $0.organization != organizationID }
    case "OIDC_TOKEN":
      let key = try identity(of: value, boundTo: nil, world)
      places = directory.places { _, user in user.oauthIdentities.contains { $0.key == key } }
    case "USERNAME": places = directory.places { $1.name == value }
    case "NAME": places = directory.places { organization, _ in organization.name == value }
    case "CREDENTIAL_ID": places = directory.holders(of: TurnkeyAuthenticator.handle(value))
    default:
      throw .invalid(
        "filterType must be EMAIL, PHONE_NUMBER, PUBLIC_KEY, OIDC_TOKEN, USERNAME, NAME or CREDENTIAL_ID")
    }
    var seen: Set<String> = []
    return places.map(\.organization).filter { seen.insert($0).inserted }
  }
}
