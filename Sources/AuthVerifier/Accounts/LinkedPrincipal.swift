public import AuthCore

/// A vendor's user who is linked to a user of the app. The combination of the three parts is unique.
public struct LinkedPrincipal: Sendable, Hashable {
  /// The provider instance, as in the configuration.
  public let provider: ProviderID
  /// The vendor's tenant, app or issuer.
  public let tenant: String
  /// The vendor's id of the user.
  public let subject: String

  init(_ principal: Principal) {
    provider = principal.provider
    tenant = principal.tenant
    subject = principal.subject
  }

  /// Reads a member of the user's record; nil for anything else.
  init?(_ json: JSONValue) {
    guard let parts = json.arrayValue, parts.count == 3, let provider = parts[0].stringValue,
      let tenant = parts[1].stringValue, let subject = parts[2].stringValue
    else { return nil }
    self.provider = ProviderID(provider)
    self.tenant = tenant
    self.subject = subject
  }

  var json: JSONValue { [.string(provider.rawValue), .string(tenant), .string(subject)] }

  /// The key of the link's record: a digest, because a vendor's id may not be valid as a file name, and describes a
  /// person.
  var key: String { "principal-" + AccountDirectory.digest(json.serialized) }
}

extension LinkedPrincipal: Redacting {
  /// The provider. The other parts describe a person, so they are not shown.
  public var shownParts: KeyValuePairs<String, String> { ["provider": provider.rawValue] }
}
