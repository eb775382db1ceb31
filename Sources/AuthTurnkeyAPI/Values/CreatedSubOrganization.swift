public import AuthCore

/// A newly created sub-organisation (v1CreateSubOrganizationResultV8).
public struct CreatedSubOrganization: TurnkeyValue, Hashable {
  /// The sub-organisation.
  public let id: String
  /// Its root users, in the order of the request.
  public let rootUserIDs: [String]
  /// Its wallet, where one was requested.
  public let wallet: CreatedWallet?

  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("subOrganizationId")
    rootUserIDs = json.texts("rootUserIds")
    if let given = json["wallet"], !given.isNull { wallet = try CreatedWallet(json: given) } else { wallet = nil }
  }
}
