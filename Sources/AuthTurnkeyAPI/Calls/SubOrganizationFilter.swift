public import AuthCore

/// The criterion of a search for sub-organisations (v1GetSubOrgIdsRequest).
public struct SubOrganizationFilter: Sendable, Hashable {
  /// The vendor's name for the kind of search, such as `EMAIL`.
  public let type: String
  /// The value to search for.
  public let value: String

  /// Creates a filter of any kind, by the vendor's name for the kind.
  public init(type: String, value: String) {
    self.type = type
    self.value = value
  }

  /// By an e-mail address.
  public static func email(_ address: String) -> Self { Self(type: "EMAIL", value: address) }
  /// By a phone number in E.164 format.
  public static func phoneNumber(_ number: String) -> Self { Self(type: "PHONE_NUMBER", value: number) }
  /// By a public key in hex.
  public static func publicKey(_ key: String) -> Self { Self(type: "PUBLIC_KEY", value: key) }
  /// By a passkey's ID, in base64url.
  public static func credentialID(_ id: String) -> Self { Self(type: "CREDENTIAL_ID", value: id) }
  /// By a user's name.
  public static func userName(_ name: String) -> Self { Self(type: "USERNAME", value: name) }
  /// By the organisation's name.
  public static func name(_ name: String) -> Self { Self(type: "NAME", value: name) }
  /// By an identity token.
  public static func identityToken(_ token: Secret) -> Self { Self(type: "OIDC_TOKEN", value: token.revealText()) }

  var fields: JSONObject { ["filterType": .string(type), "filterValue": .string(value)] }
}

extension SubOrganizationFilter: CustomStringConvertible, CustomReflectable {
  /// Only the kind, because the value can be an identity token.
  public var description: String { "SubOrganizationFilter(\(type))" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
